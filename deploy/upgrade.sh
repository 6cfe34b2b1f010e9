#!/bin/sh
# Replaces all replicas by new ones of the release that PARLEY_RELEASE names, while the service answers:
#   cd deploy && ./upgrade.sh
# The new replicas start beside the old ones. The old ones stop one after another when the new ones can take work.
set -eu
cd "$(dirname "$0")"

reload() { docker compose exec -T proxy nginx -s reload; }

# The health check of the image only says that the process runs, which it also does while it migrates the database.
is_ready() {
  docker exec "$1" /opt/parley/bin/node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"
}

old=$(docker compose ps -q parley)
count=$(echo "$old" | wc -l)
docker compose up -d --build --no-deps --no-recreate --scale "parley=$((count * 2))" parley

for container in $(docker compose ps -q parley); do
  tries=0
  until is_ready "$container"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 120 ]; then
      echo "$container is not ready. Read its log, remove it, and start again: the old replicas run." >&2
      exit 1
    fi
    sleep 1
  done
done
reload

for container in $old; do
  docker stop "$container"
  # Compose hands the volume of /data on when it replaces a container, and `docker rm --volumes` then keeps it. Its name is a
  # hash; a volume that the operator has named stays.
  copies=$(docker inspect --format '{{range .Mounts}}{{println .Name}}{{end}}' "$container" | grep -E '^[0-9a-f]{64}$' || true)
  docker rm --volumes "$container"
  for volume in $copies; do docker volume rm --force "$volume"; done
  reload
done
