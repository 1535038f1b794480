"""RabbitMQ behind the bus port; the only folder that knows pika."""

from shared.messaging.rabbit.bus import RabbitBus
from shared.messaging.rabbit.dead_queue import RabbitDeadQueue
from shared.messaging.rabbit.declaring import declare_all, empty_queues

__all__ = ["RabbitBus", "RabbitDeadQueue", "declare_all", "empty_queues"]
