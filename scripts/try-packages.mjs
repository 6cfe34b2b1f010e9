// `pnpm try:packages`: packs what is published, installs it with npm and pip in empty folders, with the dependencies from
// the registries, and uses it on a running service. Says so when a registry cannot be reached or Python is missing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openService } from '../packages/cli/src/testing.ts'
import { startPostgres } from './postgres/start-postgres.mjs'
import { runProgram } from './try-packages/run-program.mjs'
import { tryNpm } from './try-packages/try-npm.mjs'
import { tryPython } from './try-packages/try-python.mjs'

const ROOT = path.join(import.meta.dirname, '..')

if (canReachRegistry()) await tryPackages()
else console.log('Skipped: the npm registry cannot be reached.')

async function tryPackages() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-try-packages-'))
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data'), isDurable: false })
  try {
    const service = await openService(postgres.url)
    try {
      const user = await service.signIn()
      const agentId = await service.createAgent(user, 'Analyst')
      const account = { origin: service.origin, key: user.key, agentId }
      for (const [name, attempt] of Object.entries({ npm: tryNpm, python: tryPython })) {
        const place = path.join(folder, name)
        mkdirSync(place)
        console.log(attempt(ROOT, place, account))
      }
    } finally {
      await service.close()
    }
  } finally {
    await postgres.stop()
    for (const used of [postgres.folder, folder]) rmSync(used, { recursive: true, force: true })
  }
}

/** @returns {boolean} */
function canReachRegistry() {
  try {
    runProgram('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { cwd: ROOT })
    return true
  } catch {
    return false
  }
}
