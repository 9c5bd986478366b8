"""What numba has no word for, as LLVM instructions: unaligned loads, bit counts, wide products, prefetches, vectors.

LLVM picks the machine's own instructions (SSE2, AVX2, AVX-512, NEON) for each; nothing here knows a processor.
Indexes count elements of a C-contiguous array and are not checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba.extending
from llvmlite import ir
from numba import types

intrinsic: Callable[[Any], Any] = numba.extending.intrinsic  # its own types take no notice of what it does to arguments

_BIT = ir.IntType(1)
_BYTE = ir.IntType(8)
_INT32 = ir.IntType(32)
_INT64 = ir.IntType(64)
_INT128 = ir.IntType(128)
_BYTES64 = ir.VectorType(_BYTE, 64)
_LANES64 = ir.VectorType(_INT32, 64)


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any, target: Any) -> Any:
    """Pointer to `array.flat[index]` as a pointer to `target`."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), target.as_pointer())


@intrinsic
def load64(typing: Any, array: Any, index: Any) -> Any:
    """load64(array, index) -> the eight bytes from `array[index]` on as a uint64, the first byte lowest."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], *arguments, _INT64)
        value = builder.load(address)
        value.align = 1
        return value

    return types.uint64(array, types.int64), generate


@intrinsic
def store64(typing: Any, array: Any, index: Any, value: Any) -> Any:
    """store64(array, index, uint64): write eight bytes from `array[index]` on, the lowest byte first."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], *arguments[:2], _INT64)
        builder.store(arguments[2], address).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


@intrinsic
def trailing_zeros(typing: Any, value: Any) -> Any:
    """trailing_zeros(uint64) -> number of the lowest set bit, 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(_BIT, 0))

    return types.int64(types.uint64), generate


@intrinsic
def leading_zeros(typing: Any, value: Any) -> Any:
    """leading_zeros(uint64) -> zeros above the highest set bit, 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(_BIT, 0))

    return types.int64(types.uint64), generate


@intrinsic
def multiply_fold(typing: Any, left: Any, right: Any) -> Any:
    """multiply_fold(uint64, uint64) -> the two halves of the 128-bit product, exclusive-or-ed: one step of a hash."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        product = builder.mul(*(builder.zext(argument, _INT128) for argument in arguments))
        low = builder.trunc(product, _INT64)
        high = builder.trunc(builder.lshr(product, ir.Constant(_INT128, 64)), _INT64)
        return builder.xor(low, high)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def prefetch(typing: Any, array: Any, index: Any) -> Any:
    """prefetch(array, index): ask for the cache line of `array[index]`, which will be read a little later."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], *arguments, _BYTE)
        kind = ir.FunctionType(ir.VoidType(), (_BYTE.as_pointer(), _INT32, _INT32, _INT32))
        function = builder.module.declare_intrinsic("llvm.prefetch", (_BYTE.as_pointer(),), kind)
        for_reading, keep, data_cache = (ir.Constant(_INT32, number) for number in (0, 3, 1))
        builder.call(function, [address, for_reading, keep, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def class_masks(typing: Any, array: Any, index: Any) -> Any:
    """class_masks(array, index) -> seven uint64; bit `k` of each tells of the byte `array[index + k]`, k from 0 to 63.

    They are: ASCII letters, ASCII capitals, digits, white space, the blank, CR or LF, bytes from 128 on.
    Masks that are not used cost nothing.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.load(_address(context, builder, signature.args[0], *arguments, _BYTES64))
        data.align = 1

        def same(number: int) -> Any:
            return ir.Constant(_BYTES64, [number] * 64)

        def below(first: int, count: int, value: Any = data) -> Any:
            """Bits of the bytes in range(first, first + count), by one unsigned compare."""
            compared = builder.icmp_unsigned("<", builder.sub(value, same(first)), same(count))
            return builder.bitcast(compared, _INT64)

        lowered = builder.or_(data, same(0x20))
        blank = below(0x20, 1)
        masks = [
            below(ord("a"), 26, lowered),
            below(ord("A"), 26),
            below(ord("0"), 10),
            builder.or_(blank, below(ord("\t"), 5)),
            blank,
            builder.or_(below(ord("\n"), 1), below(ord("\r"), 1)),
            below(0x80, 0x80),
        ]
        return context.make_tuple(builder, signature.return_type, masks)

    return types.UniTuple(types.uint64, 7)(array, types.int64), generate


@intrinsic
def bytes_among(typing: Any, array: Any, index: Any, first: Any, count: Any) -> Any:
    """bytes_among(array, index, first, count) -> uint64; bit `k`: is `array[index + k]` in range(first, first + count)?"""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.load(_address(context, builder, signature.args[0], *arguments[:2], _BYTES64))
        data.align = 1

        def everywhere(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(_BYTES64, ir.Undefined), value, ir.Constant(_INT32, 0))
            return builder.shuffle_vector(one, one, ir.Constant(_LANES64, [0] * 64))

        above_first = builder.sub(data, everywhere(arguments[2]))
        return builder.bitcast(builder.icmp_unsigned("<", above_first, everywhere(arguments[3])), _INT64)

    return types.uint64(array, types.int64, types.uint8, types.uint8), generate


@intrinsic
def known_index(typing: Any, number: Any) -> Any:
    """known_index(whole number that is not negative) -> the same as an int64, and the compiler knows it: so it need not ask
    at each access whether an index counts from the end, which takes up to a third of the time of a short loop."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.cast(builder, arguments[0], signature.args[0], types.int64)
        kind = ir.FunctionType(ir.VoidType(), (_BIT,))
        builder.call(
            builder.module.declare_intrinsic("llvm.assume", (), kind),
            [builder.icmp_signed(">=", value, ir.Constant(_INT64, 0))],
        )
        return value

    return types.int64(number), generate
