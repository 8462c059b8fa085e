"""`cellwise serve`: the local page."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, explained, refusal
from cellwise.cli.options import usable_cores
from cellwise.terminal_text import say


@explained
def serve(
    folder: Annotated[
        Path,
        typer.Argument(metavar="[FOLDER]", help="The results folder; nothing outside it is written."),
    ] = Path("results"),
    study: Annotated[
        list[Path] | None,
        typer.Option(
            "--study",
            metavar="DIR",
            help="A folder with your own study, in addition to ours; may be repeated.",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="PORT", help="Default: any free port.")
    ] = 0,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", metavar="FILE", help="Keep the token there, so that open tabs reconnect."
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, max=64, metavar="J", help="Points of a study at a time; default: all cores."
        ),
    ] = None,
) -> None:
    """Open a page in the browser to run scenarios, change their settings and see the results.

    The page runs scenarios in the browser; the server adds results and studies.

    Only this machine can reach the page, and its address contains a token that is new every time, unless a
    file keeps it. Ctrl-C stops the server.

    Examples
    --------
    `cellwise serve`

    `cellwise serve results --port 8080 --no-browser`

    `cellwise serve --study my-study`

    `cellwise serve --port 8080 --token-file ~/.cellwise-token`
    """
    from cellwise.serve.options import Options
    from cellwise.serve.server import address, bind
    from cellwise.serve.server import serve as serve_page

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"folder: {folder} is not a folder; give another name")
    options = Options(
        folder=folder,
        studies=_studies(folder, study or []),
        host=host,
        port=port,
        jobs=jobs or usable_cores(),
        token=_token(token_file),
    )
    if not options.is_loopback:
        complain(_WARNING.format(host=host))
    try:
        listening = bind(options)
    except OSError as error:
        reported = (error.strerror or str(error)).lower()
        raise UsageError(f"--host {host}, --port {port}: {reported}; give others") from None
    where = address(options, listening.getsockname()[1])

    def ready() -> None:
        say(f"Cellwise is at {where}", flush=True)
        say("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if not no_browser:
            _open(where)

    serve_page(options, listening, ready)


def _studies(folder: Path, given: list[Path]) -> dict[str, Path]:
    from cellwise import studies
    from cellwise.serve.known import own_studies
    from cellwise.study.data import is_study

    if is_study(folder):
        raise UsageError(f"folder: {folder} is a study, not a folder of results; give --study {folder}")
    with refusal("--study: "):
        found = own_studies(given)
    for path in found.values():
        # A user who starts with a study that breaks rules reads about them here.
        studies.get(str(path))
    return found


def _token(file: Path | None) -> str:
    from cellwise.serve.token_file import kept_token, new_token

    if file is None:
        return new_token()
    with refusal(f"--token-file {file}: "):
        try:
            return kept_token(file)
        except OSError as error:
            raise ValueError((error.strerror or str(error)).lower()) from None


_WARNING = (
    "warning: --host {host} lets other machines connect. Anyone with the address and its token can run "
    "studies here and read the results folder; the connection is not encrypted, so the network in between "
    "can read the token as well."
)


#: Browsers that would take over the terminal.
_IN_TERMINAL = ("www-browser", "links", "elinks", "lynx", "w3m")


def _open(where: str) -> None:
    import threading
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        # A machine without a browser has the address on its screen.
        return
    if getattr(browser, "name", "") not in _IN_TERMINAL:
        threading.Thread(target=browser.open, args=(where,), daemon=True).start()
