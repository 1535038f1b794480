"""What the ladder keeps of others' data: names."""

from shared.names import KEPT_OF_ACCOUNTS
from shared.snapshot import Snapshot

SNAPSHOT = Snapshot(keeps=KEPT_OF_ACCOUNTS)
