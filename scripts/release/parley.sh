#!/bin/sh
# Runs a command of this release with the Node.js that lies beside it.
here=$(dirname "$(readlink -f "$0")")
if ! "$here/bin/node" --version >/dev/null 2>&1; then
  echo "Parley needs Linux with glibc 2.28 or newer on the processor that this release was made for." >&2
  exit 1
fi
exec "$here/bin/node" --disable-warning=ExperimentalWarning "$here/scripts/parley.mjs" "$@"
