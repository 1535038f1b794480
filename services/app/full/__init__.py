"""The full deployment: each service as processes of its own, on PostgreSQL and RabbitMQ."""
