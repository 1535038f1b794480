"""A second league, written plainly and on its own, that tests hold the platform against.

Nothing here is shared with the services: codes are compared by crossing out symbols, tables
are sorted by hand, Swiss rounds are judged by exhaustive search and days are found by looking
at every minute. It is slow and meant to be obviously right.
"""
