"""Events: the facts that services tell each other, and nothing else passes between them."""
