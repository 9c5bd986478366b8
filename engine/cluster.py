"""Counting on an existing Dask cluster, for a corpus that one machine is too small or too slow for.

    connected   the address of a scheduler -> a function that counts there, to be used in the place of `count_words`

The workers read the files themselves and count their parts with the kernels that count here; their tables are added up
in the order in which they come.  As each count carries where its pre-token stands first, and the least place is kept,
the result is that of `count_words` to the last bit, whichever worker counted what, and how often a part had to be given
to another one because a worker was lost.  Merging needs that table alone, so it stays on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import Any

from engine.cluster_parts import PART, PackedTally, Partition, count_partition, plan, versions
from engine.corpus import Corpus
from engine.counting import CountWords, Cutting, empty_tally, scale_of, words_of
from engine.errors import EngineError, OptionError, TrainingError
from engine.model import Progress, WordCounts
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer

TIMEOUT = 5
"""Seconds in which a scheduler must answer."""
_STAGE = "Counting"
_BREATH = 1
"""Seconds between two signs of life while no part is finished, so that a stop is heard."""
_PATIENCE = 60
"""How many of them may pass without any worker."""
_QUEUED = 4
"""Parts that are given out at a time for each thread of the cluster: its workers never wait, nor keep many tables."""


@contextlib.contextmanager
def connected(address: str, part_size: int = PART) -> Iterator[CountWords]:
    """The function that counts on the cluster whose scheduler has this address, while the block lasts.

    Corpora are given out in parts of about `part_size` bytes.  Raises OptionError where the library is not installed,
    nobody answers, or there is no worker.

    >>> with connected("tcp://10.0.0.7:8786") as count:                 # doctest: +SKIP
    ...     for event in train(corpus, recipe, count=count): history.append(event)
    """
    client_of = _library().Client
    try:
        asyncio.run(asyncio.wait_for(_knock(address), TIMEOUT))
        client = client_of(address, timeout=TIMEOUT)
    except Exception as error:  # a program that is no scheduler makes it fail in any way
        raise OptionError(
            f"No Dask scheduler answers at {address}; give the address that it prints when it starts, such as "
            "tcp://10.0.0.7:8786."
        ) from error
    with client:
        if not client.nthreads():
            raise OptionError(f"The cluster at {address} has no workers; start some with: dask worker {address}.")

        def count(
            corpus: Corpus, normalizer: Normalizer, pre_tokenizer: PreTokenizer, special_tokens: Sequence[str] = ()
        ) -> Iterator[Progress | WordCounts]:
            return _count(client, corpus, Cutting(normalizer, pre_tokenizer, tuple(special_tokens)), part_size)

        yield count


async def _knock(address: str) -> None:
    """See whether a scheduler is there: the library's own client waits for ever for one that does not speak."""
    from distributed.comm.core import connect

    comm = await connect(address, timeout=TIMEOUT)  # type: ignore[no-untyped-call]
    comm.abort()


def _library() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise OptionError(
            "Counting on a cluster needs Dask; install the extra with: pip install 'mergescope[cluster]'."
        ) from error


def _count(client: Any, corpus: Corpus, cutting: Cutting, part_size: int) -> Iterator[Progress | WordCounts]:
    total = corpus.total_bytes
    tally, done = empty_tally(), 0
    with contextlib.closing(_results(client, plan(corpus, cutting, part_size), cutting)) as results:
        yield Progress(_STAGE, 0, total)
        for result in results:
            if result is not None:
                partition, counted = result
                tally = counted.added_to(tally)
                done += partition.size
            yield Progress(_STAGE, min(done, total), total)
    yield Progress(_STAGE, total, total)
    yield words_of(tally, cutting, scale_of(corpus))


Result = tuple[Partition, PackedTally]


def _results(client: Any, partitions: Iterator[Partition], cutting: Cutting) -> Generator[Result | None, None, None]:
    """Each part with its counts, as they are finished; None now and then while none is."""
    wait = _library().wait
    expected = versions()
    running: dict[Any, Partition] = {}

    def give_out(number: int) -> None:
        for partition in islice(partitions, number):
            running[client.submit(count_partition, partition, cutting, expected, pure=False)] = partition

    give_out(_QUEUED * max(1, sum(client.nthreads().values())))
    without_workers = 0
    try:
        while running:
            try:
                finished = wait(list(running), timeout=_BREATH, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                without_workers = 0 if client.nthreads() else without_workers + 1
                if without_workers > _PATIENCE:
                    raise TrainingError(_LOST) from None
                yield None
                continue
            for future in finished:
                yield running.pop(future), _result(future)
            give_out(len(finished))
    except _library().CancelledError as error:  # the scheduler is gone, and with it all that it knew
        raise TrainingError(_LOST) from error
    finally:
        with contextlib.suppress(Exception):  # nothing is lost with what could not be called off
            client.cancel(list(running))


_LOST = "The cluster was lost while it counted, so nothing was learned; start again when it runs, or without --cluster."


def _result(future: Any) -> PackedTally:
    """What a worker found, or what it met as a sentence."""
    try:
        counted: PackedTally = future.result()
    except EngineError:
        raise
    except _library().KilledWorker as error:
        raise TrainingError(
            "Several workers of the cluster died over the same part of the corpus; they may need more memory, or fewer "
            "threads each."
        ) from error
    except (ImportError, AttributeError) as error:
        raise OptionError(
            f"A worker of the cluster cannot run Mergescope ({error}); install the same version on all workers."
        ) from error
    return counted
