"""A client for the REST interface of Parley, made from its OpenAPI document."""

from .client import Parley
from .transport import UNSET, ParleyError
from .webhook import verify_webhook

__all__ = ["UNSET", "Parley", "ParleyError", "verify_webhook"]
