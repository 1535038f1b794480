"""Swiss pairing: among all ways to pair a field, the best one.

Best means, in this order: the fewest repeated opponents; the bye to someone with the fewest
byes so far; of those, to the lowest ranked; the smallest sum of squared differences in points;
the smallest sum of squared differences in rank. It is a true optimum, found like this:

    pairing    the way in: a field of `Entrant`s becomes a `Pairing`
    table      the field as plain numbers, best-ranked first
    bye        who sits out
    optimum    which of the solvers below a field needs
    locality   which pairs an optimum can contain at all; where it falls apart into segments
    cost       the criteria as one integer a pair
    matching   any graph: minimum-cost matching
    frontier   long segments of short pairs: one walk down the table
    windows    what is too large for an exact answer
"""

from services.scheduler.domain.swiss.pairing import Entrant, PairedMatch, Pairing, pair_swiss

__all__ = ["Entrant", "PairedMatch", "Pairing", "pair_swiss"]
