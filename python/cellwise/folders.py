"""Folders of several files that appear together, old or new, whatever ends their writer: results, exports.

One of the files is the *manifest*: a JSON document with its own checksum, and those of all others under
``files``. Each new file is first put next to its place, under a name that has the beginning of its checksum.
The manifest then takes its place, and from that instant the folder is the new one: a reader that does not
find a file with the right checksum in its place takes the one next to it. Then the others take their places.
A file that is in no manifest, or differs from its manifest, belongs to the user: it is never replaced or
removed.
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cellwise.checksums import is_whole, with_checksum
from cellwise.errors import ResultsError
from cellwise.files import SCRATCH, is_abandoned, replace_whole, scratch_for
from cellwise.locking import locked
from cellwise.untrusted_files import Instant, instant_of, plain_file, read_json

#: Digits of a checksum in the name of a file that is not yet in its place.
_DIGITS = 16

#: Writes one file; or the text that it has.
Write = Callable[[Path], None] | str

_LOCK = ".lock"

#: Octets that are read at once.
_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that had the right checksum."""

    path: Path
    instant: Instant
    """When it had: of the very file that was read."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of folder."""

    noun: str
    """What such a folder is called, such as ``results folder``."""
    manifest: str
    """The name of its manifest."""
    names: frozenset[str]
    """The names of all other files that one may have."""
    format: int
    """The version of its layout."""
    shares: bool = False
    """Whether its files are in a folder that also has another purpose."""

    def scratch_of(self, entry: str) -> str | None:
        """Name the file for which an entry of a folder was put next to its place; None for others."""
        found = re.fullmatch(rf"(.+)\.[0-9a-f]{{{_DIGITS}}}{re.escape(SCRATCH)}", entry)
        is_ours = found is not None and (found[1] in self.names or found[1] == self.manifest)
        return found[1] if found and is_ours else None

    def is_left_over(self, entry: str) -> bool:
        """Return whether an entry of a folder was left by a writer that was ended."""
        return entry == self.manifest + _LOCK or self.scratch_of(entry) is not None


def publish(
    folder: Path, kind: Kind, writes: Mapping[str, Write], about: Mapping[str, Any]
) -> dict[str, Instant]:
    """Write the files of a folder; other files that a user has put into it are left alone.

    The manifest has what `about` says, and then the checksums of the files. Gives the instant of every
    written file, by name.

    Raises `ResultsError` if something in the way is not ours, or another process is writing. Raises `OSError`
    if a file cannot be written; the earlier contents are then unchanged.
    """
    require_replaceable(folder, kind)
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with locked(folder / (kind.manifest + _LOCK)) as alone:
            # Another process may have written since.
            require_replaceable(folder, kind)
            ours = _written(folder, kind)
            checksums = _put_beside(folder, kind, writes, about)
            instants = {name: instant_of(beside(folder / name, checksums[name])) for name in checksums}
            _into_place(folder, kind, checksums)
            _clear(folder, kind, ours, checksums, alone=alone)
            return instants
    except BaseException:
        if made and not any(folder.iterdir()):
            folder.rmdir()
        raise


def require_replaceable(folder: Path, kind: Kind) -> None:
    """Find out whether a folder can be written without loss; one that is empty or not there can.

    Raises `ResultsError` if it is not of this kind, of another format, or a user's own file has the name of
    one of its files.
    """
    if not folder.is_dir():
        return
    entries = {path.name for path in folder.iterdir()}
    if kind.manifest in entries:
        _require_manifest(folder / kind.manifest, kind)
    elif not kind.shares:
        own = sorted(entry for entry in entries if not kind.is_left_over(entry))
        if own:
            raise ResultsError(
                f"{folder}: exists and is not a {kind.noun} (it has {own[0]}); give another name"
            )
        return
    ours = _written(folder, kind)
    for name in sorted(kind.names & entries):
        if not _is_one_of(folder / name, ours[name]):
            raise ResultsError(
                f"{folder / name}: is not as Cellwise wrote it, and would be replaced; move it away, or give "
                "another name"
            )


def _require_manifest(path: Path, kind: Kind) -> None:
    document = _checked_document(path)
    if document is None or document.get("format") != kind.format:
        whole = f"{path.name} and {', '.join(sorted(kind.names))}" if kind.shares else "the folder"
        raise ResultsError(
            f"{path}: is of another version, or was changed or damaged, so it is not known which files "
            f"next to it are yours; remove {whole}, or give another name"
        )


def checked_files(folder: Path, kind: Kind, checksums: Mapping[str, str]) -> dict[str, Checked]:
    """Find every file of a folder, with the right checksum.

    Raises `ResultsError` if one is missing, cannot be read or has been changed; the message names it.
    """
    return {name: _found(folder / name, kind, checksum) for name, checksum in checksums.items()}


def checksum_of(path: Path) -> str:
    """SHA-256 of a plain file; raises `OSError` if it cannot be read, `ValueError` if it is no plain file."""
    return _read_through(path)[0]


def _read_through(path: Path) -> tuple[str, Instant]:
    with plain_file(path, follow=False) as file:
        instant = instant_of(file)
        digest = hashlib.sha256()
        while octets := file.read(_AT_ONCE):
            digest.update(octets)
    return digest.hexdigest(), instant


def beside(path: Path, checksum: str) -> Path:
    """Name the place next to a file where it waits, with that checksum."""
    return path.with_name(f"{path.name}.{checksum[:_DIGITS]}{SCRATCH}")


def _put_beside(
    folder: Path, kind: Kind, writes: Mapping[str, Write], about: Mapping[str, Any]
) -> dict[str, str]:
    """Write every file next to its place, the manifest last; give their checksums."""
    checksums: dict[str, str] = {}
    try:
        for name, write in writes.items():
            checksums[name] = _write_beside(folder / name, write)
        manifest = with_checksum({**about, "files": dict(checksums)})
        named = _write_beside(
            folder / kind.manifest, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        )
    except BaseException:
        for name, checksum in checksums.items():
            beside(folder / name, checksum).unlink(missing_ok=True)
        raise
    return {**checksums, kind.manifest: named}


def _write_beside(path: Path, write: Write) -> str:
    with scratch_for(path) as scratch:
        if isinstance(write, str):
            scratch.write_bytes(write.encode())
        else:
            write(scratch)
        checksum = checksum_of(scratch)
        scratch.replace(beside(path, checksum))
    return checksum


def _into_place(folder: Path, kind: Kind, checksums: Mapping[str, str]) -> None:
    manifest = folder / kind.manifest
    if manifest.exists():
        # What it says is ours is ours until the others are in their places.
        content = manifest.read_bytes()
        replace_whole(beside(manifest, hashlib.sha256(content).hexdigest()), content)
    for name in (kind.manifest, *(name for name in checksums if name != kind.manifest)):
        beside(folder / name, checksums[name]).replace(folder / name)


def _clear(
    folder: Path, kind: Kind, ours: Mapping[str, set[str]], checksums: Mapping[str, str], *, alone: bool
) -> None:
    """Remove what the folder had before and has no more, and what writers that were ended have left."""
    for name, known in ours.items():
        if name not in checksums and _is_one_of(folder / name, known):
            (folder / name).unlink(missing_ok=True)
    for path in folder.iterdir():
        if kind.scratch_of(path.name) is not None and (alone or is_abandoned(path)):
            path.unlink(missing_ok=True)


def _written(folder: Path, kind: Kind) -> dict[str, set[str]]:
    """Give the checksums of our files, by name: of the manifest, and of one under way."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in _manifests(folder, kind):
        document = _checked_document(path)
        for name, checksum in (document or {}).get("files", {}).items():
            if name in kind.names:
                found[name].add(str(checksum))
    return found


def _manifests(folder: Path, kind: Kind) -> Iterator[Path]:
    yield folder / kind.manifest
    for path in folder.iterdir():
        if kind.scratch_of(path.name) == kind.manifest:
            yield path


def _checked_document(path: Path) -> dict[str, Any] | None:
    try:
        document = read_json(path, follow=False)
    except (OSError, ValueError):
        return None
    files = document.get("files") if isinstance(document, dict) else None
    return document if isinstance(files, dict) and is_whole(document) else None


def _is_one_of(path: Path, known: Iterable[str]) -> bool:
    """Return whether a file is one that we have written; one that is not there can be replaced."""
    try:
        return checksum_of(path) in known
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False


def _found(path: Path, kind: Kind, checksum: str) -> Checked:
    why = "is missing"
    # Between the first two looks, a writer may have put the one next to it into its place.
    for candidate in (path, beside(path, checksum), path):
        try:
            found, instant = _read_through(candidate)
            if found == checksum:
                return Checked(candidate, instant)
            why = "was changed or damaged after it was written"
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
    raise ResultsError(f"{path}: {why}, so this {kind.noun} is not read; make it again")
