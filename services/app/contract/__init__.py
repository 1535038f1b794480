"""The contract between the services, told from the catalogue: table, page, AsyncAPI document."""
