"""What the repository promises about itself: layers, catalogues, settings, versions, files."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from bot.settings import Settings
from tools import messages

ROOT = Path(__file__).parents[1]
MAX_LINES = 400

# In pieces, so that this file doesn't name what it looks for.
REGISTRIES = re.compile(
    r"\b(?:py"
    r"pi\.|pythonhost"
    r"ed\.|npm"
    r"js\.|registry\.yarn"
    r"pkg\.|deb"
    r"ian\.org|crates"
    r"\.io)"
)


def tracked_files() -> list[Path]:
    """Every file of the repository, or of the source tree where there is no git."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        run = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        folders = (".ci", "benchmarks", "bot", "engine", "migrations", "tests", "tools")
        inner = (path for folder in folders for path in (ROOT / folder).rglob("*"))
        found = [*ROOT.glob("*"), *(path for path in inner if "__pycache__" not in path.parts)]
    else:
        found = [ROOT / name for name in run.stdout.split("\0") if name]
    return sorted(path for path in found if path.is_file())


FILES = tracked_files()
PYTHON = [path for path in FILES if path.suffix == ".py"]


def shown(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def source(*packages: str) -> list[Path]:
    return [path for path in PYTHON if path.relative_to(ROOT).parts[0] in packages]


def test_there_is_something_to_check() -> None:
    assert source("bot")
    assert source("engine")
    assert ROOT / "pyproject.toml" in FILES


def test_imports_keep_to_the_layers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # it would silence every logger there is, for the tests that follow too
    monkeypatch.setattr("importlinter.cli.logging_config.dictConfig", lambda _: None)
    status = lint_imports(
        config_filename=str(ROOT / "pyproject.toml"), cache_dir=str(tmp_path), no_logo=True
    )
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


@pytest.mark.parametrize(
    "path", source("engine"), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_the_engine_never_names_a_discord_module(path: Path) -> None:
    imports = re.compile(r"\b(?:import|from) +(?:bot|discord|simcord)\b")
    assert imports.search(path.read_text(encoding="utf-8")) is None


def test_every_python_file_starts_by_saying_what_it_is_for() -> None:
    silent = [path for path in PYTHON if not ast.get_docstring(ast.parse(path.read_bytes()))]
    assert not shown(silent)


def test_files_stay_short_enough_to_find_ones_way() -> None:
    lines = {path: path.read_bytes().count(b"\n") for path in source("bot", "engine")}
    assert not shown([path for path, count in lines.items() if count > MAX_LINES])


def test_no_file_names_a_package_registry() -> None:
    texts = {path: path.read_bytes().decode("utf-8", "ignore") for path in FILES}
    assert not shown([path for path, text in texts.items() if REGISTRIES.search(text)])


def test_the_pinned_requirements_all_carry_hashes_and_agree() -> None:
    pins = {}
    for name in ("requirements.txt", "requirements-dev.txt"):
        entries = re.split(r"(?m)^(?=[a-z])", (ROOT / name).read_text(encoding="utf-8"))[1:]
        assert not [entry for entry in entries if "--hash=sha256:" not in entry]
        pins[name] = {entry.split(" ")[0] for entry in entries}
    assert pins["requirements.txt"] < pins["requirements-dev.txt"]


class TestCatalogues:
    """`make messages` mends whatever fails here."""

    def test_the_template_holds_the_sentences_of_the_code(self) -> None:
        assert messages.ids(messages.read(messages.TEMPLATE)) == messages.ids(messages.extract())

    def test_no_sentence_hides_inside_an_f_string(self) -> None:
        """Python 3.11 shows an f-string to extraction as a whole, whatever it calls inside."""
        trees = {path: ast.walk(ast.parse(path.read_bytes())) for path in source("bot", "engine")}
        hidden = [
            path
            for path, nodes in trees.items()
            for string in nodes
            if isinstance(string, ast.JoinedStr)
            for call in ast.walk(string)
            if isinstance(call, ast.Call)
            and re.fullmatch(r"(?:.*\.)?(?:n?gettext|N_)", ast.unparse(call.func))
        ]
        assert not shown(hidden)

    def test_every_translation_knows_the_same_sentences(self) -> None:
        template = messages.ids(messages.read(messages.TEMPLATE))
        for path in messages.translations():
            assert messages.ids(messages.read(path)) == template, path

    def test_every_translation_is_compiled(self) -> None:
        for path in messages.translations():
            assert messages.compiled(messages.read(path)) == path.with_suffix(".mo").read_bytes()


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    documented = set(re.findall(r"(?m)^#? ?([A-Z][A-Z0-9_]+)=", example))
    prefix = str(Settings.model_config.get("env_prefix") or "")
    assert documented == {(prefix + name).upper() for name in Settings.model_fields}


def test_the_changelog_ends_at_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", changelog)
    released = [(version, date) for version, date in headings if version != "Unreleased"]
    assert released[0][0] == project["version"]
    assert all(date for _, date in released)
