"""Write the notices of the crates that are linked into wheels: `THIRD-PARTY.txt`.

`python tools/write_notices.py` writes it, with `--check` it fails if it is not what it would write. The
crates are the normal dependencies of `cellwise-py` on all platforms, without those that run only while it is
compiled; each is listed with its licence, and every licence text is once there, with the crates that have it.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "THIRD-PARTY.txt"
TEXTS = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "NOTICE*", "license*", "UNLICENSE*")
HEAD = """Cellwise is under the Apache License 2.0, which is in LICENSE.
The compiled module in its wheels also holds code of the crates below. Written by tools/write_notices.py.
"""
RULE = "-" * 80


def linked() -> set[tuple[str, str]]:
    """Give name and version of every crate that is linked into the module."""
    command = ["cargo", "tree", "--locked", "--package", "cellwise-py", "--target", "all"]
    command += ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    words = [line.split() for line in lines if line.strip()]
    return {(name, version.removeprefix("v")) for name, version, *_ in words}


def notices() -> str:
    """Write the notices."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)[
        "packages"
    ]
    wanted = linked()
    rows: list[str] = []
    texts: dict[str, list[str]] = {}
    for package in sorted(packages, key=lambda package: (package["name"], package["version"])):
        name, version = package["name"], package["version"]
        # Our own crates come from no registry.
        if package["source"] is None or (name, version) not in wanted:
            continue
        licence = package["license"].replace("/", " OR ")
        rows.append(f"{name} {version}   {licence}   {package['repository'] or ''}".rstrip())
        for text in licence_texts(Path(package["manifest_path"]).parent):
            texts.setdefault(text, []).append(f"{name} {version}")
    parts = [HEAD, "\n".join(rows) + "\n"]
    parts += [f"{RULE}\n{', '.join(crates)}\n\n{text}\n" for text, crates in texts.items()]
    return "\n".join(parts)


def licence_texts(folder: Path) -> list[str]:
    """Read the licence texts of a crate, without the blanks at the ends of their lines."""
    files = sorted({path for pattern in TEXTS for path in folder.glob(pattern) if path.is_file()})
    raw = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return ["\n".join(line.rstrip() for line in text.splitlines()).strip("\n") for text in raw]


def main() -> None:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the file is not up to date")
    options = parser.parse_args()
    text = notices()
    if not options.check:
        NOTICES.write_text(text, encoding="utf-8")
    elif not NOTICES.is_file() or NOTICES.read_text(encoding="utf-8") != text:
        sys.exit(f"{NOTICES.name} is not up to date: python tools/write_notices.py")


if __name__ == "__main__":
    main()
