import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringifyJson } from '@parley/ledger'
import { afterEach, describe, expect, test } from 'vitest'
import {
  appendTransaction,
  createDefaultScript,
  currentHeight,
  DEFAULT_GENESIS,
  isInvalidNetworkError,
  openNetwork,
  readEmission,
  readGenesis,
  readScript,
} from '../index.ts'

const NOW = Date.parse('2026-06-01T12:00:01.234Z')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('a folder', () => {
  test('gets the default network at its first opening, three days old, and keeps it', () => {
    const folder = newFolder()
    const chain = openNetwork({ folder, now: () => NOW }).chain()
    expect(currentHeight(chain)).toBe(86_400)
    expect(chain.genesis).toEqual(DEFAULT_GENESIS)
    expect(chain.timeline.transactions.size).toBeGreaterThan(400)

    const later = openNetwork({ folder, now: () => NOW + 3_600_000 }).chain()
    expect(currentHeight(later)).toBe(86_400 + 1200)
    expect(later.script).toEqual(chain.script)
    expect(readEmission(later, 86_400)).toEqual(readEmission(chain, 86_400))
  })

  test('takes transactions for the block after the next one, which an open network shows', () => {
    const folder = newFolder()
    let now = NOW
    const network = openNetwork({ folder, now: () => now })
    const { alice, bob } = network.chain().script.accounts
    const held = balance(network.chain(), bob)
    const executed = appendTransaction(folder, transfer(alice, bob), { now: () => now })
    expect(executed).toMatchObject({ height: 86_402, success: true, fee: 32_100n })

    now += 3000
    expect(network.chain().timeline.transactions.get(executed.txId)?.height).toBe(86_402)
    expect(balance(network.chain(), bob)).toBe(held + 5n)
    expect(openNetwork({ folder, now: () => now }).chain().script).toEqual(network.chain().script)
  })

  test('refuses a transaction that cannot be in a block, and stays unchanged', () => {
    const folder = newFolder()
    const { alice, bob } = openNetwork({ folder, now: () => NOW }).chain().script.accounts
    const before = readFileSync(path.join(folder, 'script.json'), 'utf8')
    const stranger = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm' as typeof alice
    expect(fieldOf(() => appendTransaction(folder, transfer(stranger, bob), { now: () => NOW }))).toBe(
      'script.transactions[468].signer',
    )
    expect(readFileSync(path.join(folder, 'script.json'), 'utf8')).toBe(before)
    expect(appendTransaction(folder, transfer(alice, bob), { now: () => NOW }).success).toBe(true)
  })

  test('accepts no transaction for a block that passed while the transaction was executed', () => {
    const folder = newFolder()
    const { alice, bob } = openNetwork({ folder, now: () => NOW }).chain().script.accounts
    const times = [NOW]
    const slowly = () => times.shift() ?? NOW + 9000
    expect(appendTransaction(folder, transfer(alice, bob), { now: slowly }).height).toBe(86_407)
  })

  test.each([
    ['value', { value: 2n ** 64n }],
    ['asset', { asset: 'nope' }],
    ['to', { to: 'chain1x' as never }],
  ])('refuses a transaction whose %s it could not read again', (field, change) => {
    const folder = newFolder()
    const { alice, bob } = openNetwork({ folder, now: () => NOW }).chain().script.accounts
    const before = readFileSync(path.join(folder, 'script.json'), 'utf8')
    const { signer, actions } = transfer(alice, bob)
    const broken = { signer, actions: actions.map((action) => ({ ...action, ...change })) }
    expect(fieldOf(() => appendTransaction(folder, broken, { now: () => NOW }))).toBe(
      `script.transactions[468].actions[0].${field}`,
    )
    expect(readFileSync(path.join(folder, 'script.json'), 'utf8')).toBe(before)
  })

  test('is changed by one process at a time, and a killed process does not block the next', () => {
    const folder = newFolder()
    const { alice, bob } = openNetwork({ folder, now: () => NOW }).chain().script.accounts
    const lock = path.join(folder, 'script.json.lock')
    const append = () => appendTransaction(folder, transfer(alice, bob), { now: () => NOW, waitMs: 50 })
    writeFileSync(lock, '')
    expect(append).toThrow('another process')
    const minuteAgo = Date.now() / 1000 - 60
    utimesSync(lock, minuteAgo, minuteAgo)
    expect(append().success).toBe(true)
    expect(existsSync(lock)).toBe(false)
  })

  test('with an invalid edit leaves the open network unchanged, and reports it', () => {
    const folder = newFolder()
    const faults: unknown[] = []
    let now = NOW
    const network = openNetwork({ folder, now: () => now, onFault: (error) => faults.push(error) })
    const chain = network.chain()
    writeFileSync(path.join(folder, 'script.json'), '{')
    now += 1000
    expect(network.chain()).toBe(chain)
    expect(faults).toHaveLength(1)
    expect(isInvalidNetworkError(faults[0])).toBe(true)
    expect(() => openNetwork({ folder, now: () => now })).toThrow('script: is not JSON')
  })
})

describe('a genesis', () => {
  test('gets defaults for missing parameters', () => {
    const genesis = readGenesis('{"minBlockGap":250,"emissionBalancer":{"maxSupply":1e19}}')
    expect(genesis).toMatchObject({ minBlockGap: 250n, validityWindow: 60_000n, customAllocation: [] })
    expect(genesis.emissionBalancer.maxSupply).toBe(10n ** 19n)
    expect(readGenesis(stringifyJson(DEFAULT_GENESIS))).toEqual(DEFAULT_GENESIS)
  })

  const { address } = DEFAULT_GENESIS.customAllocation[0] ?? { address: '' }
  test.each([
    ['', 'genesis', 'is not JSON'],
    ['[]', 'genesis', 'must be an object, not a list of 0'],
    ['{"minBlockGap":"100"}', 'genesis.minBlockGap', ''],
    ['{"minblockgap":100}', 'genesis.minblockgap', 'is not a known field'],
    ['{"minBlockGap":3001}', 'genesis.minBlockGap', 'must be from 0 to 3000'],
    ['{"minUnitPrice":[100,100,100,100]}', 'genesis.minUnitPrice', ''],
    ['{"minUnitPrice":[100,100,100,100,-1]}', 'genesis.minUnitPrice[4]', '18446744073709551615'],
    ['{"windowTargetUnits":[1,1,0,1,1]}', 'genesis.windowTargetUnits[2]', 'must be at least 1'],
    ['{"unitPriceChangeDenominator":[1,1,1,0,1]}', 'genesis.unitPriceChangeDenominator[3]', 'must be from 1'],
    ['{"stateBranchFactor":3}', 'genesis.stateBranchFactor', 'must be 2, 4, 16 or 256'],
    ['{"maxActionsPerTx":0}', 'genesis.maxActionsPerTx', 'must be at least 1'],
    [
      '{"customAllocation":[{"address":"x","balance":1}]}',
      'genesis.customAllocation[0].address',
      'is not an address',
    ],
    [
      `{"customAllocation":[{"address":"${address}","balance":1.5}]}`,
      'genesis.customAllocation[0].balance',
      '',
    ],
    [
      `{"customAllocation":[{"address":"${address}","balance":1},{"address":"${address}","balance":1}]}`,
      'genesis.customAllocation[1].address',
      'appears twice',
    ],
    [
      `{"emissionBalancer":{"maxSupply":9},"customAllocation":[{"address":"${address}","balance":10}]}`,
      'genesis.customAllocation[0].balance',
      'above emissionBalancer.maxSupply',
    ],
    ['{"emissionBalancer":5}', 'genesis.emissionBalancer', 'must be an object, not 5'],
    ['{"emissionBalancer":[]}', 'genesis.emissionBalancer', 'must be an object, not a list of 0'],
    ['{"minBlockGap":1,\n "minUnitPrice":}', 'genesis', 'is not JSON: Unexpected token'],
    ['{"minBlockGap":1,\n "minUnitPrice":1', 'genesis', 'line 2 column'],
    ['{"customAllocation":[{}]}', 'genesis.customAllocation[0].address', 'it must be an address'],
    [
      '{"emissionBalancer":{"emissionAddress":"gold1x"}}',
      'genesis.emissionBalancer.emissionAddress',
      'is not an address',
    ],
  ])('%s', (text, field, reason) => {
    expect(fieldOf(() => readGenesis(text))).toBe(field)
    expect(() => readGenesis(text)).toThrow(`${field}: `)
    expect(() => readGenesis(text)).toThrow(reason)
  })
})

describe('a script', () => {
  const script = createDefaultScript(DEFAULT_GENESIS, NOW - (NOW % 3000))
  const change = (fields: object) => stringifyJson({ ...script, ...fields })
  const [transaction] = script.transactions
  const validator = script.consensusValidators[0]

  test('survives writing and reading', () => {
    expect(readScript(stringifyJson(script))).toEqual(script)
  })

  test.each([
    ['x', 'script', 'is not JSON: Unexpected token'],
    [change({ genesisTime: 'yesterday' }), 'script.genesisTime', ''],
    [change({ epochLengthBlocks: 0 }), 'script.epochLengthBlocks', 'must be an integer from 1 to'],
    [change({ more: 1 }), 'script.more', 'is not a known field'],
    [
      change({ transactions: [{ ...transaction, height: 0 }] }),
      'script.transactions[0].height',
      'must be an integer from 1 to',
    ],
    [
      change({ transactions: [{ ...transaction, signer: 'x' }] }),
      'script.transactions[0].signer',
      'is not an address',
    ],
    [
      change({ transactions: [{ ...transaction, actions: [{ type: 'steal' }] }] }),
      'script.transactions[0].actions[0].type',
      '',
    ],
    [
      change({
        transactions: [
          { ...transaction, height: 9 },
          { ...transaction, height: 8 },
        ],
      }),
      'script.transactions[1].height',
      'is below the height of the transaction before it (9)',
    ],
    [
      change({ consensusValidators: [validator, validator] }),
      'script.consensusValidators[1].nodeID',
      'appears twice',
    ],
    [
      change({ consensusValidators: [{ ...validator, publicKey: 'AAAA' }] }),
      'script.consensusValidators[0].publicKey',
      'must be base64 of 48 bytes',
    ],
  ])('%#: the field is named', (text, field, reason) => {
    expect(fieldOf(() => readScript(text))).toBe(field)
    expect(() => readScript(text)).toThrow(reason)
  })

  test.each([
    [{ ...transaction, actions: [] }, 'script.transactions[0].actions', 'must hold 1 to 16 actions'],
    [
      { ...transaction, signer: DEFAULT_GENESIS.emissionBalancer.emissionAddress },
      'script.transactions[0].signer',
      'cannot pay the fee',
    ],
    [
      { ...transaction, signer: 'chain1wqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq' },
      'script.transactions[0].signer',
      '',
    ],
  ])('%#: a transaction that could not be in a block', (broken, field, reason) => {
    const folder = newFolder()
    writeFileSync(path.join(folder, 'genesis.json'), stringifyJson(DEFAULT_GENESIS))
    writeFileSync(path.join(folder, 'script.json'), change({ transactions: [broken] }))
    expect(fieldOf(() => openNetwork({ folder }))).toBe(field)
    expect(() => openNetwork({ folder })).toThrow(reason)
  })

  test("the transaction that exceeds a block's maximum is named", () => {
    const folder = newFolder()
    writeFileSync(
      path.join(folder, 'genesis.json'),
      stringifyJson({ ...DEFAULT_GENESIS, maxBlockUnits: [500, 99, 99, 400, 999] }),
    )
    writeFileSync(path.join(folder, 'script.json'), change({ transactions: [transaction, transaction] }))
    expect(() => openNetwork({ folder })).toThrow(
      /^script\.transactions\[1\]\.height: brings block 1 to \d+ units, above genesis\.maxBlockUnits\[\d\]$/,
    )
  })
})

type Address = ReturnType<typeof appendTransaction>['signer']

function transfer(from: Address | undefined, to: Address | undefined) {
  if (from === undefined || to === undefined) throw new Error('the default script has these accounts')
  return { signer: from, actions: [{ type: 'transfer' as const, to, asset: 'CHN', value: 5n }] }
}

function balance(chain: ReturnType<ReturnType<typeof openNetwork>['chain']>, address = '') {
  return chain.timeline.tables.balances.get(`${address} CHN`)?.at(-1)?.value ?? 0n
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-ledger-'))
  folders.push(folder)
  return folder
}

function fieldOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return isInvalidNetworkError(error) ? error.field : error
  }
  return 'nothing was thrown'
}
