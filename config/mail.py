"""How EMAIL_URL becomes Django's MAILERS."""

from typing import Any

SCHEME_OF = {"EMAIL_HOST": "host", "EMAIL_PORT": "port", "EMAIL_HOST_USER": "username", "EMAIL_HOST_PASSWORD": "password"}


def mailers(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """``found`` is what django-environ reads from the address: EMAIL_BACKEND, EMAIL_HOST and so on."""
    backend = found["EMAIL_BACKEND"]
    if backend.endswith("filebased.EmailBackend"):
        return {"default": {"BACKEND": backend, "OPTIONS": {"file_path": "/" + found["EMAIL_FILE_PATH"].lstrip("/")}}}
    if not backend.endswith("smtp.EmailBackend"):
        return {"default": {"BACKEND": backend}}
    options = {new: found[old] for old, new in SCHEME_OF.items() if found.get(old)}
    options |= {"use_tls": bool(found.get("EMAIL_USE_TLS")), "use_ssl": bool(found.get("EMAIL_USE_SSL")), "timeout": 10}
    return {"default": {"BACKEND": backend, "OPTIONS": options}}
