#!/usr/bin/env bash
# Checks the `db` service of docker-compose.yml: starts it under its own project name and port, migrates it, lets the server remember and
# recall something, and removes everything again. Needs Docker, Compose and `npx --yes pnpm install`.
set -euo pipefail
cd "$(dirname "$0")/.."
temp=$(mktemp -d)
log=$temp/log
server=
compose=()
export COMPOSE_PROJECT_NAME=devai-check-$$ DB_PORT=0 DEVAI_DATA=$temp/data WORKSPACE_ROOT=$temp/workspace PORT=0
unset SUPABASE_URL SUPABASE_SERVICE_ROLE_KEY OPENAI_API_KEY OPENAI_BASE_URL ZAI_API_KEY DEVAI_API_TOKEN HOST

finish() {
  set +e
  if [ -n "$server" ]; then kill "$server"; wait "$server"; fi
  if [ ${#compose[@]} -gt 0 ]; then "${compose[@]}" down --volumes --timeout 5; fi
  rm -rf "$temp"
} >/dev/null 2>&1
trap finish EXIT

fail() {
  echo "check-compose: $1" >&2
  if [ -s "$log" ]; then tail -n 20 "$log" >&2; fi
  exit 1
}

node=node_modules/.bin/node
[ -x $node ] || fail 'needs the packages: npx --yes pnpm install'
docker info >/dev/null 2>&1 || fail 'Docker does not answer'
if docker compose version >/dev/null 2>&1; then
  compose=(docker compose)
elif command -v docker-compose >/dev/null; then
  compose=(docker-compose)
else
  fail 'needs Docker Compose'
fi

"${compose[@]}" up -d db >"$log" 2>&1 || fail 'the service db does not start'
container=$("${compose[@]}" ps -q db)
health() { docker inspect --format '{{.State.Health.Status}}' "$container"; }
for _ in $(seq 60); do
  [ "$(health)" != healthy ] || break
  sleep 1
done
[ "$(health)" = healthy ] || fail "the service db is $(health) after a minute"

DATABASE_URL=postgres://postgres:local@$("${compose[@]}" port db 5432)/postgres
export DATABASE_URL
npx --yes pnpm db migrate >"$log" 2>&1 || fail 'the database cannot be migrated'

# calls a function in a role, as PostgREST does; PostgREST itself is not part of this check
call_as() { # a role
  "${compose[@]}" exec -T -e PGPASSWORD=local db psql -q -h 127.0.0.1 -U authenticator -d postgres \
    -c "set role $1" -c "select public.devai_get_setting('a')" >"$log" 2>&1
}
call_as service_role || fail 'the role service_role cannot call the functions'
if call_as anon; then fail 'the role anon can call the functions'; fi

$node apps/api/src/main.ts >"$log" 2>&1 &
server=$!
for _ in $(seq 150); do
  DEVAI_URL=$(sed -n 's/^DevAI listens on //p' "$log")
  [ -z "$DEVAI_URL" ] || break
  kill -0 $server 2>/dev/null || fail 'the server ended'
  sleep 0.2
done
[ -n "$DEVAI_URL" ] || fail 'the server does not listen after half a minute'
export DEVAI_URL

say() { # a message, how a line of the answer must begin
  echo "$1" | $node apps/cli/src/main.ts chat >"$temp/answer" 2>&1 || fail "the chat failed: $(tail -n 5 "$temp/answer")"
  grep -q "^$2" "$temp/answer" || fail "no \"$2\" in the answer to \"$1\": $(cat "$temp/answer")"
}
say 'remember this: the staging database listens on 6543' 'remembered: the staging database listens on 6543'
say 'On which port does the staging database listen?' 'recalled: the staging database listens on 6543'
echo 'check-compose: the service db starts, is migrated, remembers and recalls'
