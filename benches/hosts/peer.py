"""A program for one end of a transfer, of the standard library alone: a host's own TCP.

`receive PORT TRANSFERS WINDOW` takes so many transfers, one after another, and `send ADDRESS PORT OCTETS
CONTROL SEGMENT SAMPLES` makes one; with 0 the host chooses. The result goes to standard output as JSON: times
in seconds of the monotonic clock, which both ends on one machine share.
"""

import json
import socket
import struct
import sys
import threading
import time
from typing import Any

#: As `ttcp` writes.
WRITE_BYTES = 16_384
#: How long an end waits for the other.
PATIENCE_S = 240.0
#: Options of `linux/tcp.h`, which other systems do not have.
_WINDOW_CLAMP, _INFO, _CONGESTION = 10, 11, 13
#: Places in `struct tcp_info` of `linux/tcp.h`, in octets.
_CWND, _SSTHRESH, _RTT, _RETRANSMITTED, _ACKED = 80, 76, 68, 100, 120


def receive(port: int, transfers: int, window: int) -> list[dict[str, Any]]:
    """Take transfers, and give the times at which each was accepted and complete."""
    seen = []
    with socket.create_server(("0.0.0.0", port), backlog=4) as door:
        door.settimeout(PATIENCE_S)
        if window:
            door.setsockopt(socket.IPPROTO_TCP, _WINDOW_CLAMP, window)
        for _ in range(transfers):
            taken, _ = door.accept()
            accepted_s, octets = time.monotonic(), 0
            taken.settimeout(PATIENCE_S)
            with taken:
                while got := taken.recv(1 << 16):
                    octets += len(got)
            seen.append({"accepted_s": accepted_s, "ended_s": time.monotonic(), "octets": octets})
    return seen


def send(
    address: str, port: int, octets: int, control: str, segment: int, samples_s: float
) -> dict[str, Any]:
    """Make a transfer, and give the sender's state over time."""
    with socket.socket() as out:
        out.settimeout(PATIENCE_S)
        out.setsockopt(socket.IPPROTO_TCP, _CONGESTION, control.encode())
        if segment:
            out.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        began_s = time.monotonic()
        out.connect((address, port))
        seen: list[tuple[float, int, int, int]] = []
        stop = threading.Event()
        watching = threading.Thread(target=_watch, args=(out, began_s, samples_s, stop, seen))
        if samples_s:
            watching.start()
        try:
            block = memoryview(bytes(WRITE_BYTES))
            for begin in range(0, octets, WRITE_BYTES):
                out.sendall(block[: octets - begin])
            written_s = time.monotonic()
            out.shutdown(socket.SHUT_WR)
            # The other end closes when it has everything.
            out.recv(1)
        finally:
            stop.set()
            if samples_s:
                watching.join()
        last = _state(out)
    return {
        "began_s": began_s,
        "took_s": time.monotonic() - began_s,
        "written_s": written_s - began_s,
        "retransmitted": last[3],
        "samples": [[at_s, cwnd, acked] for at_s, cwnd, acked, _ in seen],
    }


def _watch(
    out: socket.socket, began_s: float, every_s: float, stop: threading.Event, seen: list[Any]
) -> None:
    while not stop.wait(every_s):
        _, cwnd, acked, retransmitted = _state(out)
        seen.append((time.monotonic() - began_s, cwnd, acked, retransmitted))


def _state(out: socket.socket) -> tuple[int, int, int, int]:
    """Give ssthresh and cwnd in segments, acknowledged octets and retransmitted segments."""
    info = out.getsockopt(socket.IPPROTO_TCP, _INFO, 232)

    def word(at: int) -> int:
        value: int = struct.unpack_from("=I", info, at)[0]
        return value

    acked: int = struct.unpack_from("=Q", info, _ACKED)[0]
    return word(_SSTHRESH), word(_CWND), acked, word(_RETRANSMITTED)


def main(arguments: list[str]) -> None:
    """Receive or send, as the command line asks for."""
    if arguments[0] == "receive":
        port, transfers, window = map(int, arguments[1:4])
        said: Any = receive(port, transfers, window)
    else:
        address, port_text, octets, control, segment, samples_s = arguments[1:7]
        said = send(address, int(port_text), int(octets), control, int(segment), float(samples_s))
    print(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1:])
