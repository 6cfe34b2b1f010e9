import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLedgerClient, defineNetwork, encodeId, isLedgerError } from './index.ts'

const address = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm'
const txId = encodeId(new Uint8Array(32))
const nodeID = 'NodeID-111111111111111111116DBWJs'

type Answer = (response: ServerResponse, id: string) => void
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

describe('a node with valid replies', () => {
  test('receives requests of the protocol, and its integers arrive with every digit', async () => {
    const { client, requests } = await startNode([result('{"amount":853000000000000001}')])
    expect(await client.balance({ address, asset: 'chn' })).toEqual({ amount: 853000000000000001n })
    expect(requests).toEqual([
      {
        method: 'POST',
        url: '/chainapi',
        type: 'application/json',
        body: { jsonrpc: '2.0', id: 1, method: 'chainvm.balance', params: { address, asset: 'CHN' } },
      },
    ])
  })

  test('may use other names', async () => {
    const network = defineNetwork({ path: '/goldapi', methodPrefix: 'goldvm.', nativeSymbol: 'GLD' })
    const { client, requests } = await startNode([result('{"amount":1}')], { network })
    await client.balance({ address, asset: 'GLD' })
    expect(requests[0]).toMatchObject({ url: '/goldapi', body: { method: 'goldvm.balance' } })
  })

  test('may send null for an empty list, and more fields than the client reads', async () => {
    const { client } = await startNode([result('{"validators":null,"extra":1}')])
    expect(await client.allValidators()).toEqual({ validators: [] })
  })

  test('may send its keys in any order, and error as null', async () => {
    const { client } = await startNode([
      (response, id) => response.end(`{"id":${id},"error":null,"result":{"validators":[]},"jsonrpc":"2.0"}`),
    ])
    expect(await client.stakedValidators()).toEqual({ validators: [] })
  })

  test('receives one request for equal calls at the same time, and another one afterwards', async () => {
    const { client, requests } = await startNode([result('{"amount":1}'), result('{"amount":2}')])
    const ask = () => client.balance({ address, asset: 'CHN' })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ amount: 1n }, { amount: 1n }, { amount: 1n }])
    expect(await ask()).toEqual({ amount: 2n })
    expect(requests).toHaveLength(2)
  })
})

describe('arguments are checked before any call', () => {
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['tx', (client) => client.tx({ txId: 'nope' })],
    ['asset', (client) => client.asset({ asset: 'nope' })],
    ['balance', (client) => client.balance({ address: `${address}q`, asset: 'CHN' })],
    ['validatorStake', (client) => client.validatorStake({ nodeID: 'nope' })],
    ['userStake', (client) => client.userStake({ owner: address, nodeID: 'nope' })],
  ])('%s', async (_name, call) => {
    const { client, requests } = await startNode([])
    expect(await failure(call(client))).toMatchObject({ code: 'invalid_argument', isRetryable: false })
    expect(requests).toHaveLength(0)
  })
})

describe("the text of a node's error gives the code", () => {
  test.each([
    [-32000, 'tx not found', 'not_found'],
    [-32000, 'validator stake not found', 'not_found'],
    [-32000, 'incorrect hrp', 'invalid_argument'],
    [-32000, "couldn't unmarshal an argument", 'invalid_argument'],
    [-32000, 'ID: x is missing the prefix: NodeID-', 'invalid_argument'],
    [-32000, 'rpc: can\'t find method "chainvm.Tx"', 'unknown_method'],
    [-32000, 'rpc: can\'t find service "chainvm.Tx"', 'unknown_method'],
    [-32000, 'rpc: service/method request ill-formed: "tx"', 'unknown_method'],
    [-32000, 'database closed', 'rejected'],
    [-32600, 'jsonrpc must be 2.0', 'rejected'],
  ])('%i %s is %s', async (rpcCode, message, code) => {
    const { client, requests } = await startNode([rpcError(rpcCode, message)])
    expect(await failure(client.tx({ txId }))).toMatchObject({ code, rpcCode, isRetryable: false })
    expect(requests).toHaveLength(1)
  })

  test('an error without an id belongs to the call', async () => {
    const { client } = await startNode([
      (response) =>
        response.end('{"jsonrpc":"2.0","error":{"code":-32700,"message":"EOF","data":null},"id":null}'),
    ])
    expect(await failure(client.genesis())).toMatchObject({ code: 'rejected', rpcCode: -32700 })
  })
})

describe('invalid replies', () => {
  test.each<[string, Answer]>([
    ['an empty body, as notifications get', (response) => response.end()],
    ['no JSON', (response) => response.end('<html>')],
    ['a truncated reply', (response, id) => response.end(`{"jsonrpc":"2.0","id":${id},"resu`)],
    ['a batch', (response, id) => response.end(`[{"jsonrpc":"2.0","result":{},"id":${id}}]`)],
    ['null', (response) => response.end('null')],
    ['another version', (response, id) => response.end(`{"jsonrpc":"1.0","result":{},"id":${id}}`)],
    ['another call', (response) => response.end('{"jsonrpc":"2.0","result":{"validators":[]},"id":99}')],
    ['no call', (response) => response.end('{"jsonrpc":"2.0","result":{"validators":[]},"id":null}')],
    ['neither result nor error', (response, id) => response.end(`{"jsonrpc":"2.0","id":${id}}`)],
    ['a result of another form', result('{"validators":[{"isActive":"yes"}]}')],
    ['a rate outside its scale', result(`{"validators":[${entry('50')}]}`)],
    ['an amount beyond 64 bits', result(`{"validators":[${entry('0.5', '18446744073709551616')}]}`)],
    ['an invalid node id', result(`{"validators":[${entry('0.5').replace('NodeID-1', 'NodeID-2')}]}`)],
  ])('%s', async (_name, answer) => {
    const { client, requests } = await startNode([answer])
    expect(await failure(client.allValidators())).toMatchObject({ code: 'invalid_reply', isRetryable: false })
    expect(requests).toHaveLength(1)
  })

  test.each<[string, Answer]>([
    [
      'a body without end',
      (response) => {
        const chunk = Buffer.alloc(1024 * 1024, ' ')
        const more = () => {
          while (response.write(chunk));
        }
        response.on('drain', more)
        more()
      },
    ],
    [
      'a body with a huge declared length',
      (response) => {
        response.writeHead(200, { 'content-length': 2 ** 30 }).flushHeaders()
      },
    ],
    ['deeply nested brackets', (response) => response.end('['.repeat(1e6) + ']'.repeat(1e6))],
  ])('%s', async (_name, answer) => {
    const { client, requests } = await startNode([answer, answer, answer])
    expect(await failure(client.allValidators())).toMatchObject({ code: 'invalid_reply', isRetryable: false })
    expect(requests).toHaveLength(1)
  })

  test('a reply in several pieces is read as a whole', async () => {
    const { client } = await startNode([
      (response, id) => {
        const text = Buffer.from(
          `{"jsonrpc":"2.0","id":${id},"result":{"symbol":"é","decimals":1,"metadata":"",`,
        )
        const cut = text.indexOf(0xc3) + 1
        response.write(text.subarray(0, cut))
        setTimeout(() => {
          response.write(text.subarray(cut))
          response.end(`"supply":1,"owner":"${address}"}}`)
        }, 20)
      },
    ])
    expect(await client.asset({ asset: 'CHN' })).toMatchObject({ symbol: 'é' })
  })

  test('the error names the place of the invalid value', async () => {
    const { client } = await startNode([result(`{"validators":[${entry('0.5', '-1')}]}`)])
    await expect(client.allValidators()).rejects.toThrow(
      'result.validators[0].stakedAmount must be an integer from 0 to 18446744073709551615, not -1.',
    )
  })
})

describe('transports that fail', () => {
  test.each([405, 415, 404, 301])('HTTP %i is not retried', async (httpStatus) => {
    const { client, requests } = await startNode([status(httpStatus)])
    const error = await failure(client.genesis())
    expect(error).toMatchObject({ code: 'transport' })
    if (httpStatus !== 301) expect(error).toMatchObject({ httpStatus, isRetryable: false })
    expect(requests.every(({ method }) => method === 'POST')).toBe(true)
  })

  test.each([500, 502, 503, 429, 408])('HTTP %i is retried', async (httpStatus) => {
    const { client } = await startNode([status(httpStatus), status(httpStatus), result('{"validators":[]}')])
    expect(await client.allValidators()).toEqual({ validators: [] })
  })

  test('a broken connection is retried up to the limit', async () => {
    const cut: Answer = (response) => response.destroy()
    const { client, requests } = await startNode([cut, cut, cut])
    expect(await failure(client.genesis())).toMatchObject({ code: 'transport', isRetryable: true })
    expect(requests).toHaveLength(3)
  })

  test('a body that ends too early is retried', async () => {
    const short: Answer = (response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{"jsonrpc"')
      setTimeout(() => response.destroy(), 5)
    }
    const { client } = await startNode([short, result('{"validators":[]}')])
    expect(await client.allValidators()).toEqual({ validators: [] })
  })

  test('a refused connection', async () => {
    const client = createLedgerClient({ rpcUrl: 'http://127.0.0.1:9', retryDelayMs: 1 })
    expect(await failure(client.genesis())).toMatchObject({ code: 'transport', isRetryable: true })
  })

  test('a missing reply ends in a timeout, also when the transport ignores its signal', async () => {
    const { client } = await startNode([() => {}], { timeoutMs: 30 })
    expect(await failure(client.genesis())).toMatchObject({ code: 'timeout' })
    const deaf = createLedgerClient({ transport: () => new Promise(() => {}), timeoutMs: 30 })
    expect(await failure(deaf.genesis())).toMatchObject({ code: 'timeout' })
  })

  test.each([Number.POSITIVE_INFINITY, 2 ** 40])('a timeout of %i ms never expires', async (timeoutMs) => {
    const late: Answer = (response, id) => setTimeout(() => result('{"validators":[]}')(response, id), 30)
    const { client } = await startNode([late], { timeoutMs })
    expect(await client.allValidators()).toEqual({ validators: [] })
  })

  test('any error of a transport becomes a LedgerError with the cause', async () => {
    const cause = new Error('socket hang up')
    const transport = () => {
      throw cause
    }
    const client = createLedgerClient({ transport, retries: 0 })
    expect(await failure(client.genesis())).toMatchObject({ code: 'transport', cause })
  })
})

describe('cancelling', () => {
  test('ends the call', async () => {
    const { client } = await startNode([() => {}])
    const controller = new AbortController()
    const call = failure(client.genesis({ signal: controller.signal }))
    controller.abort()
    expect(await call).toMatchObject({ code: 'cancelled' })
    expect(await failure(client.genesis({ signal: controller.signal }))).toMatchObject({ code: 'cancelled' })
  })

  test('does not cancel other callers of the same call', async () => {
    const { client, requests } = await startNode([
      (response, id) => setTimeout(() => result('{"validators":[]}')(response, id), 20),
    ])
    const controller = new AbortController()
    const left = failure(client.allValidators({ signal: controller.signal }))
    const stayed = client.allValidators()
    controller.abort()
    expect(await left).toMatchObject({ code: 'cancelled' })
    expect(await stayed).toEqual({ validators: [] })
    expect(requests).toHaveLength(1)
  })
})

test('each method reads the documented result', async () => {
  const stake = `"stakeStartBlock":1,"stakeEndBlock":2,"stakedAmount":100,"rewardAddress":"${address}","ownerAddress":"${address}"`
  const { client } = await startNode([
    result('{"timestamp":1700000000000,"success":false,"units":[224,7,14,50,26],"fee":32100}'),
    result(`{"symbol":"CHN","decimals":9,"metadata":"chain","supply":5,"owner":"${address}"}`),
    result(`{${stake},"delegationFeeRate":50}`),
    result(`{${stake}}`),
    result(`{"validators":[${entry('0.5')}]}`),
  ])
  expect(await client.tx({ txId })).toEqual({
    timestamp: 1700000000000n,
    success: false,
    units: [224n, 7n, 14n, 50n, 26n],
    fee: 32100n,
  })
  expect(await client.asset({ asset: 'CHN' })).toMatchObject({ decimals: 9, supply: 5n })
  expect(await client.validatorStake({ nodeID })).toMatchObject({ delegationFeeRate: 50, stakeEndBlock: 2n })
  expect(await client.userStake({ owner: address, nodeID })).toMatchObject({ stakedAmount: 100n })
  expect(await client.stakedValidators()).toMatchObject({ validators: [{ delegationFeeRate: 0.5 }] })
})

type Client = ReturnType<typeof createLedgerClient>
type Seen = { method: string | undefined; url: string | undefined; type: string | undefined; body: unknown }

/** A node that sends the listed replies in order, and refuses every further request. */
async function startNode(
  answers: Answer[],
  settings: { timeoutMs?: number; network?: Client['network'] } = {},
) {
  const requests: Seen[] = []
  const listener: RequestListener = async (request, response) => {
    const body = JSON.parse(await readBody(request))
    requests.push({ method: request.method, url: request.url, type: request.headers['content-type'], body })
    const answer = answers[requests.length - 1]
    if (answer === undefined) response.writeHead(418).end('this request was not in the script')
    else answer(response, String(body.id))
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { client: createLedgerClient({ rpcUrl, retryDelayMs: 1, ...settings }), requests }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function result(json: string): Answer {
  return (response, id) => response.end(`{"jsonrpc":"2.0","result":${json},"id":${id}}\n`)
}

function rpcError(code: number, message: string): Answer {
  const error = JSON.stringify({ code, message, data: null })
  return (response, id) => response.end(`{"jsonrpc":"2.0","error":${error},"id":${id}}\n`)
}

function status(code: number): Answer {
  return (response) =>
    response.writeHead(code, { 'content-type': 'text/plain', location: '/' }).end('refused')
}

function entry(rate: string, amount = '1'): string {
  return `{"isActive":true,"nodeID":"${nodeID}","publicKey":"AA==","stakedAmount":${amount},"accumulatedStakedReward":0,"delegationFeeRate":${rate},"delegatedAmount":0,"accumulatedDelegatedReward":0}`
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return { unexpected: await call }
  } catch (error) {
    expect(isLedgerError(error)).toBe(true)
    return error
  }
}
