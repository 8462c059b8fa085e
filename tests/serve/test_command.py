"""The command `cellwise serve`: starts, says where it is, warns, and ends cleanly."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

#: A study that takes longer than a test.
LONG = {"replications": 50, "only": ["table1"]}

Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def test_ctrl_c_ends_it_with_everything_it_started(served: Callable[..., Any]) -> None:
    with served() as page:
        page.ask("POST", "/api/studies/goyal96/start", LONG)
        page.process.send_signal(signal.SIGINT)
        out, err = page.process.communicate(timeout=60)
        assert page.process.returncode == 0
        assert "Traceback" not in out + err


def test_open_streams_do_not_keep_it(served: Callable[..., Any]) -> None:
    with served() as page:
        page.ask("POST", "/api/studies/goyal96/start", LONG)
        with socket.create_connection(("127.0.0.1", page.port), timeout=60) as stream:
            head = f"GET /api/studies/goyal96/events HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\n"
            stream.sendall(f"{head}X-Cellwise-Token: {page.token}\r\n\r\n".encode())
            assert stream.recv(1000)
            page.process.terminate()
            page.process.communicate(timeout=60)
        assert page.process.returncode == 0


def test_each_start_has_a_token_of_its_own(served: Callable[..., Any], tmp_path: Path) -> None:
    with served(folder=tmp_path / "a") as one, served(folder=tmp_path / "b") as other:
        assert one.token != other.token
        assert len(one.token) >= 32


def test_a_token_in_a_file_is_the_same_at_the_next_start_and_nobody_elses(
    served: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "token"
    with served("--token-file", str(file)) as page:
        first = page.token
        assert page.get("/api/about")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text() == f"{first}\n"
    assert len(first) >= 32
    with served("--token-file", str(file)) as page:
        assert page.token == first


@pytest.mark.parametrize(
    ("content", "mode", "reported"),
    [
        ("a-token-that-is-long-enough", 0o644, "chmod 600"),
        ("a-token-that-is-long-enough", 0o620, "chmod 600"),
        ("short", 0o600, "holds no token"),
        ("with spaces and / and more of it", 0o600, "holds no token"),
        ("", 0o600, "holds no token"),
    ],
)
def test_a_file_that_keeps_no_secret_is_refused(
    cli: Cli, tmp_path: Path, content: str, mode: int, reported: str
) -> None:
    file = tmp_path / "token"
    file.write_text(content)
    file.chmod(mode)
    done = cli("serve", "--no-browser", "--token-file", "token")
    assert done.returncode == 2
    assert "--token-file token" in done.stderr
    assert reported in done.stderr
    assert file.read_text() == content


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_token_file_that_is_no_file_is_refused_at_once(
    cli: Cli, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "token")
    done = cli("serve", "--no-browser", "--token-file", "token")
    assert done.returncode == 2
    assert "--token-file token" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_named(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = cli("serve", "--no-browser", "--port", str(port))
    assert done.returncode == 2
    assert str(port) in done.stderr
    assert "in use" in done.stderr


@pytest.mark.parametrize("options", [("--port", "70000"), ("--jobs", "0")])
def test_values_out_of_range_are_refused(cli: Cli, options: tuple[str, str]) -> None:
    done = cli("serve", *options)
    assert done.returncode == 2
    assert options[0] in done.stderr


def test_a_file_is_no_results_folder(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = cli("serve", "file")
    assert done.returncode == 2
    assert "is not a folder" in done.stderr


def test_an_address_that_others_can_reach_is_warned_of_and_still_needs_the_token(
    served: Callable[..., Any],
) -> None:
    with served("--host", "0.0.0.0") as page:
        assert page.raw("GET", "/api/about", {}).status == 403
        assert page.ask("GET", "/api/about").status == 200
        assert page.ask("GET", "/api/about", Host=f"192.0.2.7:{page.port}").status == 200
        # Anyone can make a name point to this address.
        assert page.ask("GET", "/api/about", Host=f"evil.example:{page.port}").status == 421
        page.process.send_signal(signal.SIGINT)
        _, err = page.process.communicate(timeout=60)
    assert "lets other machines connect" in err
    assert "not encrypted" in err


def test_the_command_line_starts_without_the_servers_libraries() -> None:
    code = "import sys, cellwise.cli.app; print([m for m in sys.modules if m in ('uvicorn', 'starlette')])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "[]\n"


def test_the_server_does_not_load_matplotlib_or_duckdb() -> None:
    code = (
        "import sys, cellwise.serve.server, cellwise.serve.work.main; "
        "print([m for m in sys.modules if m in ('matplotlib', 'duckdb')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "[]\n"


def test_the_browser_is_opened_at_the_address(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.tmp && mv {opened}.tmp {opened}\n')
    browser.chmod(0o755)
    code = "from cellwise.cli import main; main()"
    command = [sys.executable, "-W", "error", "-c", code, "serve", str(tmp_path / "results")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": f"{browser} %s"}
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        until = time.monotonic() + 60
        while not opened.exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert opened.read_text().strip() == address
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_the_page_about_it_names_options_that_there_are(cli: Cli, repository: Path) -> None:
    text = (repository / "docs" / "how-to" / "serve.md").read_text()
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
    help_text = cli("serve", "--help").stdout
    assert options
    assert options <= set(re.findall(r"--[a-z][a-z-]+", help_text))
