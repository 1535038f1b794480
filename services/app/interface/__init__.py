"""What the OpenAPI document says of a call beyond its schemas.

problems   every refusal there is, as the document shows it
refusals   which call refuses with what
examples   bodies to copy from
calls      all of it put into the document
"""

from services.app.interface.calls import complete

__all__ = ["complete"]
