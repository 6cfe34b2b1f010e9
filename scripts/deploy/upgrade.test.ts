import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const UPGRADE = path.join(import.meta.dirname, '../../deploy/upgrade.sh')
/** Requests for `/readyz` that a new replica refuses, while `/healthz` already says that its process runs. */
const REFUSED = 2

/** The volume of the old replica at /data. The operator has named another one. */
const COPIES = 'ab'.repeat(32)

/** Stands in for docker, with one old and one new container. Programs in the new one reach the server at `PORT`. */
const DOCKER = `#!/bin/sh
printf '%s\\n' "$1 $2 $3" >> commands
case "$*" in
  "compose ps -q parley") echo old; if [ -e started ]; then echo new; fi ;;
  "compose up -d --build --no-deps --no-recreate --scale parley=2 parley") : > started ;;
  "compose exec -T proxy nginx -s reload" | "stop old" | "rm --volumes old") ;;
  "inspect --format {{.State.Health.Status}} "*) echo healthy ;;
  "inspect --format {{range .Mounts}}"*" old") printf '%s\\n' shared "$COPIES" ;;
  "volume rm --force $COPIES") ;;
  "exec old /opt/parley/bin/node "*) ;;
  "exec new /opt/parley/bin/node "*) shift 3; exec "$NODE" "$@" ;;
  *) echo "unexpected: docker $*" >&2; exit 64 ;;
esac
`

test('upgrade.sh stops an old replica when the new one can take work, and removes its copies', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-upgrade-'))
  let asked = 0
  const server = createServer((request, response) => {
    const isRefused = request.url === '/readyz' && asked++ < REFUSED
    response.writeHead(isRefused ? 503 : 200).end()
  })
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(path.join(folder, 'docker'), DOCKER, { mode: 0o755 })
  copyFileSync(UPGRADE, path.join(folder, 'upgrade.sh'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { PATH: `${folder}:/usr/bin:/bin`, NODE: process.execPath, PORT: String(port), COPIES }
  const upgrade = spawn('sh', ['upgrade.sh'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(upgrade, 'exit')).toEqual([0, null])
  const commands = readFileSync(path.join(folder, 'commands'), 'utf8').split('\n')
  const stopped = commands.findIndex((command) => command.startsWith('stop old'))
  expect(stopped).toBeGreaterThan(0)
  const looks = commands.slice(0, stopped).filter((command) => command.startsWith('exec new'))
  expect(looks).toHaveLength(REFUSED + 1)
  expect(commands.slice(0, stopped).at(-1)).toBe('compose exec -T')
  expect(commands.slice(stopped).filter((command) => command.startsWith('volume'))).toEqual([
    'volume rm --force',
  ])
})
