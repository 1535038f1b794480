#!/bin/bash
# At the first start of the server: a role and a database for each service. No role may enter
# another one's database.
set -euo pipefail
for service in scheduler match standings ladder gateway; do
  name=JUSTA_DATABASE_PASSWORD_${service^^}
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
    -v role="$service" -v password="${!name:?is not set}" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE DATABASE :"role" OWNER :"role" ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -c "REVOKE CONNECT ON DATABASE postgres FROM PUBLIC" -c "REVOKE CONNECT ON DATABASE template1 FROM PUBLIC"
