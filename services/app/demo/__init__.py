"""A demonstration: invented players who play a season over HTTP, as any client would."""
