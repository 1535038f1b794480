"""`justa doctor`: everything that would keep Justa from running, and how to mend it."""

from services.app.doctor.checkup import run_checks
from services.app.doctor.finding import Finding, Level

__all__ = ["Finding", "Level", "run_checks"]
