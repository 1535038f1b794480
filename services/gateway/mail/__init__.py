"""E-mails: what they say, when they are sent, and how they leave."""
