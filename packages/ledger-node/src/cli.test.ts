import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLedgerClient, stringifyJson } from '@parley/ledger'
import { afterEach, expect, test } from 'vitest'
import { txCommand } from './cli/tx-command.ts'
import { createDefaultScript, DEFAULT_GENESIS } from './index.ts'

const CLI = path.join(import.meta.dirname, 'cli.ts')
const README = path.join(import.meta.dirname, '../../ledger/README.md')
const DAYS_AGO = Date.now() - 4 * 86_400_000
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('start, tx, kill and another start lose nothing', async () => {
  const folder = newFolder()
  const first = await start('--folder', folder)
  const client = clientOf(first.url)
  const sent = await run(
    'tx',
    'transfer',
    '--folder',
    folder,
    '--from',
    'alice',
    '--to',
    'bob',
    '--value',
    '12.5',
    '--memo',
    'lunch',
  )
  expect(sent.text).toMatch(
    /^Transaction \w{40,}\n {2}block {3}\d+\n {2}result {2}success\n {2}fee {5}0\.00003\d+ CHN\n$/,
  )
  const txId = /Transaction (\w+)/.exec(sent.text)?.[1] ?? ''
  expect(await eventually(() => client.tx({ txId }))).toMatchObject({ success: true })
  first.child.kill('SIGKILL')

  const second = await start('--folder', folder)
  expect(await clientOf(second.url).tx({ txId })).toEqual(await clientOf(second.url).tx({ txId }))
  expect(await clientOf(second.url).tx({ txId })).toMatchObject({ success: true })
})

test('the example in the README of the client works', async () => {
  const { url } = await start('--folder', newFolder())
  const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8'))?.[1] ?? ''
  const code = example.replace('http://127.0.0.1:9650', url)
  expect(code).not.toBe(example)
  const { text, failed } = await execute(['--input-type=module-typescript', '--eval', code])
  expect(failed).toBe(false)
  expect(text).toMatch(
    /^Height 86\d{3}: 26,120,000 CHN are staked\.\n(NodeID-\w+ [\d,]+ CHN\n){3}".*" is not an asset id/,
  )
})

test('start --genesis serves another network, at any height', async () => {
  const folder = newFolder()
  const genesis = path.join(folder, 'mine.json')
  const [allocation] = DEFAULT_GENESIS.customAllocation
  writeFileSync(genesis, stringifyJson({ customAllocation: [{ ...allocation, balance: 7 }] }))
  const { url } = await start(
    '--folder',
    path.join(folder, 'net'),
    '--genesis',
    genesis,
    '--height',
    '10000000',
  )
  const client = clientOf(url)
  expect((await client.genesis()).genesis.minBlockGap).toBe(100n)
  expect(await client.emissionInfo()).toMatchObject({ currentBlockHeight: 10_000_000n, totalSupply: 7n })
  expect(await client.allValidators()).toEqual({ validators: [] })
})

test('start refuses a folder that holds another network, and accepts one that holds the same', async () => {
  const folder = newFolder()
  const net = path.join(folder, 'net')
  const [genesis, other] = ['mine.json', 'other.json'].map((name) => path.join(folder, name))
  const [script, otherScript] = ['script.json', 'other-script.json'].map((name) => path.join(folder, name))
  if (!genesis || !other || !script || !otherScript) throw new Error('each has its name')
  writeFileSync(genesis, stringifyJson(DEFAULT_GENESIS))
  writeFileSync(other, '{"minBlockGap":5}')
  writeFileSync(script, stringifyJson(createDefaultScript(DEFAULT_GENESIS, DAYS_AGO)))
  writeFileSync(otherScript, stringifyJson(createDefaultScript(DEFAULT_GENESIS, DAYS_AGO - 3000)))

  const given = ['--folder', net, '--genesis', genesis, '--script', script]
  await start(...given)
  txCommand(['transfer', '--from', 'alice', '--to', 'bob', '--value', '1', '--folder', net])
  await start(...given)
  await start('--folder', net)
  const outcomes = await Promise.all([
    run('start', '--folder', net, '--genesis', other),
    run('start', '--folder', net, '--script', otherScript),
  ])
  expect(outcomes.map(({ failed }) => failed)).toEqual([true, true])
  expect(outcomes[0]?.text).toBe(`genesis: differs from the one in ${net}; choose another --folder\n`)
  expect(outcomes[1]?.text).toBe(`script: differs from the one in ${net}; choose another --folder\n`)
})

test('an error is one sentence and a failing exit code', async () => {
  const folder = newFolder()
  const genesis = path.join(folder, 'mine.json')
  const { url } = await start('--folder', newFolder())
  writeFileSync(genesis, '{"minBlockGap":5000}')
  const cases: [Promise<{ text: string; failed: boolean }>, string][] = [
    [run('start', '--genesis', genesis, '--folder', folder), 'genesis.minBlockGap: must be from 0 to 3000'],
    [
      run('tx', 'transfer', '--from', 'x', '--to', 'x', '--value', '1', '--folder', folder),
      '"x" is not an address',
    ],
    [run('start', '--nope', '1'), "Unknown option '--nope'"],
    [run('fly'), 'there is no command "fly"'],
    [run('start', '--folder', folder, '--port', '65536'), '--port must be a whole number up to 65535'],
    [run('start', '--folder', folder, '--genesis', `${genesis}.gone`), 'no such file or directory'],
    [run('start', '--folder', path.join(genesis, 'net')), 'not a directory'],
    [run('start', '--folder', folder, '--port', new URL(url).port), 'address already in use'],
  ]
  for (const [outcome, sentence] of cases) {
    const { text, failed } = await outcome
    expect(text).toContain(sentence)
    expect(text).not.toContain('    at ')
    expect(failed).toBe(true)
  }
})

test.each([
  [['steal', '--from', 'alice'], 'there is no action "steal"'],
  [['transfer', '--to', 'bob', '--value', '1'], '--from is missing'],
  [['transfer', '--from', 'stranger', '--to', 'bob', '--value', '1'], '"stranger" is not an address'],
  [['transfer', '--from', 'alice', '--to', 'bob', '--value', '0'], '--value 0 CHN must be more than 0'],
  [['transfer', '--from', 'alice', '--to', 'bob', '--value', '0.0000000001'], 'there are 9 decimals at most'],
  [['burn-asset', '--from', 'alice', '--value', '1', '--asset', 'x'], '"x" is not an asset id'],
  [['claim-validator', '--from', 'alice', '--node', 'x'], '"x" is not a node id'],
  [['create-asset', '--from', 'alice', '--symbol', 'A', '--decimals', '-1', '--metadata', 'a'], '--decimals'],
])('tx %j is refused', (args, sentence) => {
  expect(() => txCommand([...args, '--folder', newFolder()])).toThrow(sentence)
})

test('every action can be written on the command line', () => {
  const folder = newFolder()
  const tx = (...args: string[]) => txCommand([...args, '--folder', folder]).text
  const named = ['--symbol', 'TEA', '--decimals', '1', '--metadata', 'cups']
  const asset = /asset {3}(\w+)/.exec(tx('create-asset', '--from', 'bob', ...named))?.[1] ?? ''
  const script = JSON.parse(readFileSync(path.join(folder, 'script.json'), 'utf8'))
  const [first, , , , fifth] = script.consensusValidators.map(({ nodeID }: { nodeID: string }) => nodeID)
  const period = ['--start', '+20', '--end', '+99']
  const outcomes = [
    tx('mint-asset', '--from', 'bob', '--to', 'alice', '--asset', asset, '--value', '2.5'),
    tx('burn-asset', '--from', 'alice', '--asset', asset, '--value', '1'),
    tx('transfer', '--from', 'treasury', '--to', 'validator-5', '--value', '1000'),
    tx(
      'register-validator',
      '--from',
      'validator-5',
      '--node',
      fifth,
      ...period,
      '--value',
      '100',
      '--fee',
      '7',
    ),
    tx('delegate', '--from', 'alice', '--node', fifth, ...period, '--value', '25', '--reward', 'bob'),
    tx('claim-delegation', '--from', 'alice', '--node', first),
    tx('claim-validator', '--from', 'validator-5', '--node', fifth),
    tx('withdraw-validator', '--from', 'validator-5', '--node', fifth),
    tx('undelegate', '--from', 'alice', '--node', fifth),
  ].map((text) => /result {2}(.*)/.exec(text)?.[1])
  expect(outcomes).toEqual([...Array(6).fill('success'), ...Array(3).fill('failed: stake not ended')])
})

test('a transaction that will fail is appended and exits with 1, and one that will succeed exits with 0', async () => {
  const folder = newFolder()
  const net = ['--folder', folder]
  const bad = await run('tx', 'burn-asset', '--from', 'alice', '--value', '900000000', ...net)
  expect(bad.text).toMatch(/^Transaction \w+\n {2}block {3}\d+\n {2}result {2}failed: invalid balance/)
  expect(bad.failed).toBe(true)
  const good = await run('tx', 'burn-asset', '--from', 'alice', '--value', '1', ...net)
  expect(good.text).toContain('result  success')
  expect(good.failed).toBe(false)
})

test('transactions that are appended at the same time are all stored', async () => {
  const folder = newFolder()
  const payment = ['transfer', '--folder', folder, '--from', 'alice', '--to', 'bob', '--value']
  txCommand([...payment, '1'])
  const outcomes = await Promise.all(['2', '2', '3'].map((value) => run('tx', ...payment, value)))
  const ids = outcomes.map(({ text }) => /Transaction (\w+)[\s\S]*success/.exec(text)?.[1] ?? text)
  expect(new Set(ids).size).toBe(3)
  const { transactions } = JSON.parse(readFileSync(path.join(folder, 'script.json'), 'utf8'))
  expect(transactions).toHaveLength(468 + 4)
  expect(ids.every((id) => /^\w{40,}$/.test(id))).toBe(true)
})

test('processes that start at the same time agree on one network', async () => {
  const folder = newFolder()
  const servers = await Promise.all([start('--folder', folder), start('--folder', folder)])
  const [left, right] = await Promise.all(servers.map(({ url }) => clientOf(url).stakedValidators()))
  expect(left?.validators).toHaveLength(4)
  expect(left?.validators.map(({ stakedAmount }) => stakedAmount)).toEqual(
    right?.validators.map(({ stakedAmount }) => stakedAmount),
  )
})

type Started = { child: ChildProcess; url: string }

function start(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [CLI, 'start', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`it ended: ${text}`)))
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const url = /at (http:\/\/\S+)\/chainapi/.exec(text)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
  })
}

function run(...args: string[]) {
  return execute([CLI, ...args])
}

function execute(args: string[]): Promise<{ text: string; failed: boolean }> {
  const cwd = path.join(import.meta.dirname, '..')
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      resolve({ text: stdout + stderr, failed: error !== null })
    })
  })
}

function clientOf(rpcUrl: string) {
  return createLedgerClient({ rpcUrl })
}

/** Repeats a call until it succeeds, for at most a few blocks; returns its result. */
async function eventually<Result>(call: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + 20_000
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-ledger-'))
  folders.push(folder)
  return folder
}
