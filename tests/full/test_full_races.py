"""The races on the doubled deployment: the requests of one race reach different processes.

`JUSTA_FULL_SUITES=all` runs all of them.
"""

from tests.full.test_full_seasons import EVERYTHING

if EVERYTHING:
    from tests.e2e.test_races import *  # noqa: F403
    from tests.e2e.test_races_of_seasons import *  # noqa: F403
else:
    from tests.e2e.test_races import (  # noqa: F401
        pair,
        test_of_guesses_with_one_number_one_is_made,
        test_one_key_twenty_times_at_once_is_one_clue,
        test_the_last_clue_is_sold_once,
    )
    from tests.e2e.test_races_of_seasons import (  # noqa: F401
        test_a_disqualification_is_in_force_once_it_is_answered,
        test_a_refresh_token_used_twice_at_once_ends_the_login,
        test_corrections_at_once_are_one_after_the_other,
        test_what_is_taken_at_a_deadline_counts_and_what_is_refused_does_not,
        test_who_registers_while_registration_closes_is_in_or_is_told,
    )
