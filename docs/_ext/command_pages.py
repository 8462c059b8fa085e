"""The reference of the command line, from the commands themselves."""

from typing import Any

import typer

from cellwise.cli.app import app


def commands() -> str:
    """Describe every command: what it does, its arguments and options, examples."""
    root: Any = typer.main.get_command(app)
    return "\n\n".join(_command(f"cellwise {name}", one) for name, one in sorted(root.commands.items()))


def _command(name: str, command: Any) -> str:
    """Describe a command, and the commands below it."""
    below: dict[str, Any] = getattr(command, "commands", {})
    parts = [f"## {name}", _usage(name, command), _text(command.help or ""), _text(command.epilog or "")]
    if below:
        parts.append("Commands: " + ", ".join(f"`{name} {one}`" for one in below) + ".")
    shown = [one for one in command.params if not one.hidden and one.name != "help"]
    if shown:
        parts.append(_table(shown))
    parts += [_command(f"{name} {inner}", one) for inner, one in below.items()]
    return "\n\n".join(part for part in parts if part)


def _usage(name: str, command: Any) -> str:
    arguments = [one.metavar or one.name.upper() for one in command.params if not one.opts[0].startswith("-")]
    words = [name, *arguments, "[OPTIONS]" if not hasattr(command, "commands") else "COMMAND"]
    return f"```text\n{' '.join(words)}\n```"


def _text(help_text: str) -> str:
    """Give the help as Markdown; its examples are a list of commands."""
    text, _, examples = help_text.partition("\nExamples\n")
    commands = [line.strip() for line in examples.splitlines() if line.strip().startswith("`")]
    parts = ["\n".join(line.strip() for line in text.splitlines())]
    if commands:
        parts.append("Examples:\n\n" + "\n".join(f"- {command}" for command in commands))
    return "\n\n".join(parts)


def _table(params: list[Any]) -> str:
    rows = [f"| {_names(one)} | {_meaning(one)} | {_default(one)} |" for one in params]
    return "\n".join(["| argument, option | meaning | default |", "|---|---|---|", *rows])


def _names(param: Any) -> str:
    if not param.opts[0].startswith("-"):
        return f"`{_cell(param.metavar or param.name.upper())}`"
    value = "" if getattr(param, "is_flag", False) or not param.metavar else f" {param.metavar}"
    return ", ".join(f"`{_cell(name + value)}`" for name in param.opts)


def _meaning(param: Any) -> str:
    text = _cell(param.help or "")
    least, most = (getattr(param.type, name, None) for name in ("min", "max"))
    if least is not None or most is not None:
        text += f" From {least} to {most}." if most is not None else f" At least {least}."
    return text


def _default(param: Any) -> str:
    if param.default is None or param.default is False or param.default == []:
        return "required" if param.required else ""
    return f"`{_cell(str(param.default))}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
