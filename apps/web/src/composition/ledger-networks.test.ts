import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedgerClient, defineNetwork } from '@parley/ledger'
import { openNetwork, type RpcServer, startRpcServer } from '@parley/ledger-node'
import { createEgress, type Egress } from '@parley/net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { openLedgerNetworks } from './ledger-networks.ts'
import { mountLedger } from './mount-ledger.ts'

const WATCHED = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm'

/** The replies of the misbehaving node, by path. */
const MISCHIEF: Record<string, (response: ServerResponse) => void> = {
  '/hangup/chainapi': (response) => response.destroy(),
  '/half/chainapi': (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"jsonrpc"')
    setTimeout(() => response.destroy(), 20)
  },
  '/error/chainapi': (response) => response.writeHead(502).end('secret stack'),
  '/redirect/chainapi': (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  '/huge/chainapi': (response) => response.end(Buffer.alloc(9 * 1024 * 1024, ' ')),
  '/zipped/chainapi': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  '/slow/chainapi': () => {},
}

let folder: string
let node: RpcServer
let mischief: Server
let egress: Egress
let gateway: Server
let origin: string
const lookedUp: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-ledger-'))
  node = await startRpcServer(openNetwork({ folder: join(folder, 'node') }).chain, { port: 0 })
  mischief = createServer((request, response) => MISCHIEF[request.url ?? '']?.(response))
  const bad = await listen(mischief)
  const nodes = Object.keys(MISCHIEF).map((path) => path.split('/')[1] ?? '')
  const settings = readSettings({
    DATABASE_URL: 'postgresql://127.0.0.1/none',
    PARLEY_MODE: 'public',
    PARLEY_DATA_DIR: folder,
    LEDGER_MAIN_RPC_URL: `${node.url}/`,
    LEDGER_AWAY_RPC_URL: 'http://127.0.0.1:1',
    ...Object.fromEntries(nodes.map((name) => [`LEDGER_${name.toUpperCase()}_RPC_URL`, `${bad}/${name}`])),
  })
  egress = createEgress({
    mode: 'public',
    allow: [],
    ownPorts: [],
    operatorUrls: settings.ledgerNodes.map(({ rpcUrl }) => rpcUrl),
    limits: { ledger: { firstByteMs: 500 } },
  })
  const world = {
    egress,
    log: pino({ level: 'silent' }),
    onLookUp: (network: string, { method }: { method: string }) => lookedUp.push(`${network} ${method}`),
  }
  const mount = mountLedger(openLedgerNetworks(settings, world))
  gateway = createServer((request, response) => {
    mount(request, response).catch(() => response.destroy())
  })
  origin = await listen(gateway)
})
afterAll(async () => {
  await egress.close()
  for (const server of [gateway, mischief]) {
    server.closeAllConnections()
    server.close()
  }
  await node.close()
  rmSync(folder, { recursive: true })
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function clientOf(path: string) {
  const network = defineNetwork({ path: `/api/chainapi${path}` })
  return createLedgerClient({
    network,
    rpcUrl: origin,
    retries: 0,
  })
}

describe("the gateway returns the node's own replies", () => {
  test('for every method, found and not found', async () => {
    const direct = createLedgerClient({ rpcUrl: node.url })
    const through = clientOf('/main')
    const { genesis } = await through.genesis()
    expect(genesis).toEqual((await direct.genesis()).genesis)
    const { validators } = await through.allValidators()
    expect(validators.map(({ nodeID }) => nodeID)).toEqual(
      (await direct.allValidators()).validators.map(({ nodeID }) => nodeID),
    )
    const [{ nodeID } = { nodeID: '' }] = (await through.stakedValidators()).validators
    expect(await through.validatorStake({ nodeID })).toEqual(await direct.validatorStake({ nodeID }))
    const [{ address } = { address: '' }] = genesis.customAllocation
    expect(await through.balance({ address, asset: 'CHN' })).toEqual(
      await direct.balance({ address, asset: 'CHN' }),
    )
    expect((await through.asset({ asset: 'CHN' })).decimals).toBe(9)
    expect((await through.emissionInfo()).totalStaked).toBe((await direct.emissionInfo()).totalStaked)
    await expect(through.userStake({ owner: address, nodeID })).rejects.toMatchObject({ code: 'not_found' })
    const txId = '11111111111111111111111111111111LpoYY'
    await expect(through.tx({ txId })).rejects.toMatchObject({
      code: 'not_found',
      message: 'The ledger node answered: tx not found',
    })
    expect(lookedUp).toContain('main asset')
    expect(lookedUp).not.toContain('main tx')
  })

  test('the local network is the default when no default node is configured, also by its name', async () => {
    const height = (await clientOf('').emissionInfo()).currentBlockHeight
    expect(height).toBeGreaterThan(80_000n)
    expect((await clientOf('/local').emissionInfo()).currentBlockHeight).toBeGreaterThanOrEqual(height)
  })
})

describe('a node without usable replies gives a JSON-RPC error that hides its address', () => {
  test.each([
    ['away', /could not be reached/],
    ['hangup', /closed the connection/],
    ['half', /closed the connection/],
    ['error', /HTTP status 502/],
    ['redirect', /redirected/],
    ['huge', /more than 8 MB/],
    ['zipped', /cannot be decompressed/],
    ['slow', /did not answer in time/],
  ])('%s', async (name, message) => {
    const reply = await post(`/${name}`, '{"jsonrpc":"2.0","method":"chainvm.genesis","id":"a"}')
    expect(reply.status).toBe(200)
    const { error, id } = JSON.parse(reply.text)
    expect([id, error.code]).toEqual(['a', -32001])
    expect(error.message).toMatch(message)
    expect(reply.text).not.toMatch(/127\.0\.0\.1|secret|ECONN/)
  })
})

test('the configured addresses are watched', () => {
  const read = (text: string) => readSettings({ DATABASE_URL: 'x', LEDGER_WATCH: text }).ledgerWatch
  expect(read('')).toEqual([])
  expect(read(` ${WATCHED} ,${WATCHED.toUpperCase()},`)).toEqual([WATCHED, WATCHED])
})

test('an unknown network, a deeper path and a body over the cap are refused', async () => {
  const body = '{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}'
  expect((await post('/nowhere', body)).status).toBe(404)
  expect((await post('/main/x', body)).status).toBe(404)
  expect((await post('/', body)).status).toBe(200)
  expect(await tooLarge(' '.repeat(5_000_000))).toMatch(/^HTTP\/1\.1 413 /)
  // A body over the cap is refused before any byte of it has arrived.
  expect(await tooLarge('')).toMatch(/^HTTP\/1\.1 413 /)
})

test.each([
  [{ LEDGER_RPC_URL: 'ftp://x' }, /LEDGER_RPC_URL: must be an http or https address/],
  [{ LEDGER_RPC_URL: 'http://u:p@x' }, /LEDGER_RPC_URL: .*user name/],
  [{ LEDGER_TEST_RPC_URL: 'http://x/?key=1' }, /LEDGER_TEST_RPC_URL: .*query/],
  [{ LEDGER_LOCAL_RPC_URL: 'http://x' }, /LEDGER_LOCAL_RPC_URL/],
  [{ LEDGER_WATCH: `${WATCHED},chain1abc` }, /LEDGER_WATCH: "chain1abc" is not an address of the ledger/],
])('%j does not start', (environment, message) => {
  expect(() => readSettings({ DATABASE_URL: 'x', ...environment })).toThrow(message)
})

async function post(path: string, body: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api/chainapi${path}`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

/** Sends this part of a body of five million bytes and returns the reply. */
function tooLarge(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk
      socket.destroy()
    })
    socket.on('error', reject).on('close', () => resolve(reply))
    const head = 'POST /api/chainapi HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
    socket.write(`${head}content-length: 5000000\r\n\r\n${sent}`)
  })
}
