"""The web client: pages for players and operators, made of what the public interface tells anyone.

It has no way of its own into any service: every page calls the interface in process, through the
gateway's edge, in its reader's name.
"""
