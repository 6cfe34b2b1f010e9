// The local ledger network: the time from start to the first reply at block 10,000,000; calls per second as a
// ratio to a bare node:http JSON echo, rounds interleaved; and the time that the client adds to fetch and
// JSON.parse.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createLedgerClient } from '../packages/ledger/src/index.ts'
import { measureLoad, median } from './measure-load.mjs'
import { cpuSeconds, residentMiB, startPeer } from './start-service.mjs'

const HEIGHT = 10_000_000
const ROUNDS = 5
const SECONDS = 3
const CLIENT_CALLS = 3000

const echo = await startPeer('json-echo.mjs')
const node = await startNode()
try {
  await reportStart()
  await reportLoad()
  await reportClient()
} finally {
  await node.stop()
  echo.stop()
}

async function reportStart() {
  const again = []
  for (let round = 0; round < ROUNDS; round++) {
    const other = await startNode(node.folder)
    again.push(other.firstAnswerMs)
    await other.stop()
  }
  console.log(`First answer at block ${HEIGHT.toLocaleString('en')}: ${node.firstAnswerMs.toFixed(0)} ms`)
  console.log(
    `after the process was started with an empty folder, ${median(again).toFixed(0)} ms with its files.`,
  )
  console.log(`Memory then: ${(await residentMiB(node.pid)).toFixed(0)} MiB.\n`)
}

async function reportLoad() {
  const address = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm'
  console.log(
    '| method | at once | bare echo /s | node /s | ratio | echo CPU µs a call | node CPU µs a call |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, params] of [
    ['balance', { address, asset: 'CHN' }],
    ['balance', { address: node.account, asset: 'CHN' }],
    ['allValidators', {}],
  ]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `chainvm.${name}`, params })
    const request = {
      path: '/chainapi',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }
    for (const connections of [1, 32]) console.log(await compare(name, request, connections))
  }
  console.log(`\nMemory after the load: ${(await residentMiB(node.pid)).toFixed(0)} MiB.\n`)
}

async function compare(name, request, connections) {
  await measureLoad({ origin: node.origin, request, connections, seconds: 1 })
  await measureLoad({ origin: echo.origin, request, connections, seconds: 1 })
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const base = await loadOf(echo, { request, connections })
    const own = await loadOf(node, { request, connections })
    rounds.push({ base, own, ratio: own.perSecond / base.perSecond })
  }
  const of = (pick) => median(rounds.map(pick))
  const columns = [
    of(({ base }) => base.perSecond).toFixed(0),
    of(({ own }) => own.perSecond).toFixed(0),
    of(({ ratio }) => ratio).toFixed(2),
    of(({ base }) => base.cpuMicroseconds).toFixed(0),
    of(({ own }) => own.cpuMicroseconds).toFixed(0),
  ]
  return `| ${name} | ${connections} | ${columns.join(' | ')} |`
}

async function loadOf({ origin, pid }, { request, connections }) {
  const cpuBefore = await cpuSeconds(pid)
  const { perSecond, failures } = await measureLoad({ origin, request, connections, seconds: SECONDS })
  if (failures > 0) throw new Error(`${failures} calls failed`)
  const cpuUsed = (await cpuSeconds(pid)) - cpuBefore
  return { perSecond, cpuMicroseconds: (cpuUsed * 1e6) / (perSecond * SECONDS) }
}

async function reportClient() {
  const client = createLedgerClient({ rpcUrl: node.origin })
  const headers = { 'content-type': 'application/json' }
  const raw = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `chainvm.${method}`, params })
    const response = await fetch(`${node.origin}/chainapi`, { method: 'POST', headers, body })
    return JSON.parse(await response.text()).result
  }
  const params = { address: node.account, asset: 'CHN' }
  console.log('| method | fetch + JSON.parse µs | client µs | added µs |')
  console.log('|---|---|---|---|')
  const rows = [
    ['balance', () => raw('balance', params), () => client.balance(params)],
    ['allValidators', () => raw('allValidators', {}), () => client.allValidators()],
  ]
  for (const [name, bare, own] of rows) {
    const rounds = []
    for (let round = 0; round <= ROUNDS; round++) {
      const base = await microseconds(bare)
      rounds.push({ base, own: await microseconds(own) })
    }
    // The first round warms up.
    const of = (pick) => median(rounds.slice(1).map(pick)).toFixed(0)
    const added = of((round) => round.own - round.base)
    console.log(`| ${name} | ${of(({ base }) => base)} | ${of((round) => round.own)} | ${added} |`)
  }
}

async function microseconds(call) {
  const startedAt = performance.now()
  for (let count = 0; count < CLIENT_CALLS; count++) await call()
  return ((performance.now() - startedAt) * 1000) / CLIENT_CALLS
}

/** Starts a network at the height, in a new folder unless one is given. */
async function startNode(given) {
  const folder = given ?? (await mkdtemp(path.join(os.tmpdir(), 'parley-bench-')))
  const cli = path.join(import.meta.dirname, '../packages/ledger-node/src/cli.ts')
  const startedAt = performance.now()
  const args = [cli, 'start', '--port', '0', '--folder', folder, '--height', String(HEIGHT)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let origin
  for await (const line of createInterface({ input: child.stdout })) {
    origin = /(http:\/\/\S+)\/chainapi/.exec(line)?.[1]
    if (origin !== undefined) break
  }
  if (origin === undefined) throw new Error('the network did not start')
  const body = '{"jsonrpc":"2.0","id":1,"method":"chainvm.emissionInfo"}'
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/chainapi`, { method: 'POST', headers, body })
  const { result } = await reply.json()
  if (result.currentBlockHeight < HEIGHT) throw new Error('the network is not at the height')
  const firstAnswerMs = performance.now() - startedAt
  const script = JSON.parse(await readFile(path.join(folder, 'script.json'), 'utf8'))

  async function stop() {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
  return { folder, origin, pid: child.pid ?? 0, account: script.accounts.alice, firstAnswerMs, stop }
}
