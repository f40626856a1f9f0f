"""How hard the property tests try: HYPOTHESIS_PROFILE=quick (the default), ci or thorough."""

import os

from hypothesis import HealthCheck, settings

COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", COMMON, max_examples=20)
settings.register_profile("ci", COMMON, max_examples=20, derandomize=True, print_blob=True)
settings.register_profile("thorough", COMMON, max_examples=200, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
