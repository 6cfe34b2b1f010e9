import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringifyJson } from '@parley/ledger'
import { afterAll, expect, test } from 'vitest'
import { replaceJsonFile } from './network-files.ts'
import { loadChain } from './open-network.ts'
import { type SharedNetwork, shareNetwork } from './share-network.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-share-network-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function memoryShared(): SharedNetwork & { kept: Parameters<SharedNetwork['keep']>[0] | null } {
  return {
    kept: null,
    async keep(files) {
      this.kept ??= files
      return this.kept
    },
    async replaceScript(script, former) {
      if (this.kept?.script === former) this.kept = { ...this.kept, script }
    },
  }
}

const at = (name: string) => join(root, name)
const scriptOf = (name: string) => readFileSync(join(at(name), 'script.json'), 'utf8')
const DAY_MS = 86_400_000

test('folders that were made on different days get one network', async () => {
  const shared = memoryShared()
  await shareNetwork(at('one'), { shared, now: () => 20_000 * DAY_MS })
  await shareNetwork(at('two'), { shared, now: () => 20_005 * DAY_MS })
  expect(scriptOf('two')).toBe(scriptOf('one'))
  await shareNetwork(at('two'), { shared })
  expect(scriptOf('two')).toBe(scriptOf('one'))
})

test('transactions that were appended in one folder reach the others at their next start', async () => {
  const shared = memoryShared()
  const now = () => 20_000 * DAY_MS
  await shareNetwork(at('three'), { shared, now })
  cpSync(at('three'), at('four'), { recursive: true })
  const { script } = loadChain(at('three'), now)
  const last = script.transactions.at(-1)
  const longer = { ...script, transactions: [...script.transactions, last] }
  replaceJsonFile(join(at('three'), 'script.json'), longer)
  await shareNetwork(at('three'), { shared, now })
  await shareNetwork(at('four'), { shared, now })
  expect(stringifyJson(loadChain(at('four'), now).script)).toBe(stringifyJson(longer))
})
