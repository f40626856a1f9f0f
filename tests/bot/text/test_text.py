"""Sentences, their facts and their plural forms."""

import gettext

from bot.text import ENGLISH, Text, text_for


class Shouting(gettext.NullTranslations):
    """A language in capitals, in which one sentence has lost a fact."""

    def gettext(self, message: str) -> str:
        return (
            "{nobody}!"
            if message == "{name} is out."
            else message.upper().replace("{NAME}", "{name}")
        )

    def ngettext(self, one: str, many: str, n: int) -> str:
        return "{n} ONCE" if n in (0, 1) else "{n} MANY"


SHOUTING = Text(Shouting(), "xx")


def test_english_is_the_source():
    assert ENGLISH.gettext("{name} begins.", name="Alice") == "Alice begins."


def test_facts_are_filled_into_the_translation():
    assert SHOUTING.gettext("{name} begins.", name="Alice") == "Alice BEGINS."


def test_a_translation_that_lost_a_fact_costs_no_answer():
    assert SHOUTING.gettext("{name} is out.", name="Bob") == "Bob is out."


def test_braces_in_a_fact_are_only_signs():
    assert ENGLISH.gettext("{name} begins.", name="{0.__class__}") == "{0.__class__} begins."


def test_the_plural_form_is_the_languages_own():
    assert ENGLISH.ngettext("one seat", "{n} seats", 1) == "one seat"
    assert ENGLISH.ngettext("one seat", "{n} seats", 0) == "0 seats"
    assert SHOUTING.ngettext("one seat", "{n} seats", 0) == "0 ONCE"
    assert SHOUTING.ngettext("one seat", "{n} seats", 5) == "5 MANY"


def test_a_language_without_a_catalogue_falls_back_to_english():
    text = text_for("pt-BR")
    assert text.gettext("Join") == "Join"
    assert text.locale == "pt-BR"
    assert text_for("pt-BR") is text
