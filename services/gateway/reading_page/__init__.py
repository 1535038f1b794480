"""The interface as a page for people, made of the OpenAPI document alone."""
