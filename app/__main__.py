"""`python3 app`: prepare this checkout, then start the program.  Standard library only.

On a fresh machine this installs the system libraries that Qt needs (where it may), makes `.venv`, installs the pinned
versions of `requirements.lock` and the project itself, and fills the cache of compiled kernels.  A second run finds all
of it done and starts at once.  `python3 tests` uses the same `run`.
"""

import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)

# Shared library -> Debian package: to import Qt and draw off-screen, then to open a window on X11.  The names work from
# Debian 12 on.  Probed by loading them: Qt's own message names the wrong library when icccm or keysyms is missing.
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# Without these fonts most of the world's scripts are drawn as boxes.
FONTS = {
    "truetype/noto/NotoSansDevanagari-Regular.ttf": "fonts-noto-core",
    "opentype/noto/NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
    "truetype/noto/NotoColorEmoji.ttf": "fonts-noto-color-emoji",
}


def say(*words: object) -> None:
    print("setup:", *words, file=sys.stderr, flush=True)


def missing_packages() -> list[str]:
    """Debian packages that are not there."""
    missing = []
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    missing += [package for font, package in FONTS.items() if not (Path("/usr/share/fonts") / font).exists()]
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python3.{sys.version_info[1]}-venv")
    return missing


def install_system_packages() -> None:
    """Install what Qt needs on a Debian-like machine, or say in one sentence what is missing."""
    if platform.system() != "Linux":
        return
    missing = missing_packages()
    if not missing:
        return
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
    become_root = root_prefix()
    if shutil.which("apt-get") is None or become_root is None:
        say("these system packages are missing (Debian's names), ask an administrator for:", *missing)
        return
    say("installing system packages:", *missing)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (["apt-get", "update", "-q"], install):
        if subprocess.run([*become_root, *command], env=environment, stdout=subprocess.DEVNULL).returncode:
            say("this failed, run it by hand:", *command)


def root_prefix() -> "list[str] | None":
    """How to run a command as root: no prefix for root, sudo where it works, else None.  Never asks a pipe for a password."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    if sys.stdin.isatty() or subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo]
    return None


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def venv_key() -> str:
    """What `.venv` was made from: the lock, what the project says of its installation, Python, and the place."""
    import tomllib  # not there in a Python that is too old, which is told so first

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    installed = [project["build-system"], project["project"], sys.version, str(ROOT)]
    described = (ROOT / "requirements.lock").read_bytes() + json.dumps(installed).encode()
    return hashlib.sha256(described).hexdigest()


def prepare_venv() -> Path:
    """The checkout's own Python, with the pinned packages; made again when `venv_key` changes."""
    python, key = venv_python(), venv_key()
    stamp = VENV / "ready"
    if python.exists() and stamp.exists() and stamp.read_text() == key:
        return python
    say("making", VENV, "with Python", platform.python_version(), "(about a minute)")
    outside = getattr(sys, "_base_executable", "") or sys.executable  # this may be the Python that is cleared away
    subprocess.run([outside, "-m", "venv", "--clear", str(VENV)], check=True)
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT)], check=True)
    subprocess.run([str(python), "-m", "compileall", "-q", "app", "engine"], check=False, cwd=ROOT)  # half of a start
    say("compiling the kernels (once, about half a minute)")
    subprocess.run([str(python), "-m", "engine.warm"], check=True, cwd=ROOT)
    stamp.write_text(key)
    return python


def run(arguments: "list[str]") -> None:
    """Prepare everything, then become the checkout's Python with `arguments`, in the caller's folder."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(f"Mergescope needs Python 3.11 or newer; this is {platform.python_version()}.")
    install_system_packages()
    try:
        python = prepare_venv()
    except subprocess.CalledProcessError as error:
        sys.exit(f"setup: this failed: {' '.join(map(str, error.cmd))}")
    command = [str(python), *arguments]
    if os.name == "nt":
        sys.exit(subprocess.run(command).returncode)
    os.execv(python, command)


if __name__ == "__main__":
    run(["-m", "app.main", *sys.argv[1:]])
