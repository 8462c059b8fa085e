"""Messages between the server and its processes: JSON with numpy arrays, and nothing that could run.

A message is eight octets that give the length of the JSON, the JSON, and the arrays one after the other.
Arrays of numbers travel unchanged; columns of text as the different words and a number for each row.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np

#: Octets of the length at the head of a message.
HEAD = 8

#: Octets that are read or written at once.
PIECE = 1 << 20

_ARRAY, _TEXT, _BYTES = "$array", "$text", "$bytes"


#: A part of a message: what an array holds is sent from where it is.
Part = bytes | bytearray | memoryview


def encode(message: Mapping[str, Any]) -> list[Part]:
    """Write a message as parts that are to be sent in order.

    It has JSON values, and among them `bytes`, numpy arrays of numbers and one-dimensional arrays of text.
    """
    parts: list[Part] = []
    lengths: list[int] = []
    plain = _packed(message, parts, lengths)
    head = json.dumps({"message": plain, "lengths": lengths}, separators=(",", ":")).encode()
    return [len(head).to_bytes(HEAD, "little"), head, *parts]


def sizes(head: bytes | bytearray) -> list[int]:
    """Give the octets of the arrays that follow the JSON of a message."""
    return [int(length) for length in json.loads(head)["lengths"]]


def decode(head: bytes | bytearray, parts: Sequence[Part]) -> dict[str, Any]:
    """Read a message from its JSON and its arrays."""
    message: dict[str, Any] = _unpacked(json.loads(head)["message"], parts)
    return message


def read(stream: BinaryIO) -> dict[str, Any] | None:
    """Read the next message of a stream, or None at its end."""
    try:
        head = _exactly(stream, int.from_bytes(_exactly(stream, HEAD), "little"))
        return decode(head, [_exactly(stream, size) for size in sizes(head)])
    except EOFError:
        return None


def write(stream: BinaryIO, message: Mapping[str, Any]) -> None:
    """Write a message to a stream."""
    send(stream, encode(message))


def send(stream: BinaryIO, parts: Iterable[Part]) -> None:
    """Write the parts of a message to a stream."""
    for part in parts:
        stream.write(part)
    stream.flush()


def _exactly(stream: BinaryIO, size: int) -> bytearray:
    """Read so many octets into their place."""
    held, at = bytearray(size), 0
    while at < size:
        part = stream.read(min(PIECE, size - at))
        if not part:
            raise EOFError
        held[at : at + len(part)] = part
        at += len(part)
    return held


def _packed(value: Any, parts: list[Part], lengths: list[int]) -> Any:
    if isinstance(value, Mapping):
        # A key that looks like our own gets a sign more, which is taken away where it arrives.
        keyed = ((f"${key}" if str(key).startswith("$") else str(key), one) for key, one in value.items())
        return {key: _packed(one, parts, lengths) for key, one in keyed}
    if isinstance(value, list | tuple):
        return [_packed(one, parts, lengths) for one in value]
    if isinstance(value, bytes):
        return {_BYTES: _put(value, parts, lengths)}
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "OU":
            return _packed_text(value.tolist(), parts, lengths)
        return {_ARRAY: _put(_octets_of(value), parts, lengths), "dtype": value.dtype.str}
    if isinstance(value, np.generic):
        return value.item()
    return value


def _packed_text(words: list[Any], parts: list[Part], lengths: list[int]) -> dict[str, Any]:
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    codes = np.fromiter((numbers[word] for word in words), dtype=np.int32, count=len(words))
    return {_TEXT: _put(_octets_of(codes), parts, lengths), "words": list(numbers)}


def _octets_of(array: np.ndarray[Any, Any]) -> Part:
    """Give what an array holds, which is not copied."""
    # There is no view of nothing.
    return np.ascontiguousarray(array).reshape(-1).data.cast("B") if array.size else b""


def _put(part: Part, parts: list[Part], lengths: list[int]) -> int:
    parts.append(part)
    lengths.append(len(part))
    return len(parts) - 1


def _unpacked(value: Any, parts: Sequence[Part]) -> Any:
    if isinstance(value, list):
        return [_unpacked(one, parts) for one in value]
    if not isinstance(value, dict):
        return value
    if _ARRAY in value and "dtype" in value:
        return np.frombuffer(parts[value[_ARRAY]], dtype=value["dtype"])
    if _TEXT in value and "words" in value:
        codes = np.frombuffer(parts[value[_TEXT]], dtype=np.int32)
        words = np.empty(len(value["words"]), dtype=object)
        words[:] = value["words"]
        return words[codes]
    if _BYTES in value:
        return bytes(parts[value[_BYTES]])
    return {key.removeprefix("$"): _unpacked(one, parts) for key, one in value.items()}


def octets(arrays: Iterable[np.ndarray[Any, Any]]) -> int:
    """Count the memory of some arrays; text counts as the references that it is."""
    return sum(array.nbytes for array in arrays)
