"""Who calls: tokens, passwords, the OpenID provider, and what a request says of its sender."""
