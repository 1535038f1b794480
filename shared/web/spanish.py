"""Spanish for what refusals say: by their code the title, by the English sentence the detail."""

SPANISH: dict[str, str] = {
    "bad_request": "No se entiende la petición",
    "unauthorized": "Primero inicia sesión",
    "forbidden": "Tu cuenta no permite esto",
    "not_found": "Eso no existe",
    "method_not_allowed": "Ese método no se admite aquí",
    "not_acceptable": "No se puede responder en ese formato",
    "conflict": "No encaja con el estado actual",
    "stale": "Ha cambiado desde que lo leíste",
    "too_large": "La petición es demasiado grande",
    "unsupported_media_type": "Envía JSON",
    "invalid": "Algunos campos no son válidos",
    "rate_limited": "Demasiadas peticiones",
    "internal_error": "Algo ha fallado por nuestra parte",
    "service_unavailable": "Esa parte de Justa no responde ahora mismo",
    "idempotency_key_reused": "Esa clave de idempotencia ya se usó con otra petición",
    "seasons_overlap": "Las temporadas de la clasificación no pueden solaparse",
}
