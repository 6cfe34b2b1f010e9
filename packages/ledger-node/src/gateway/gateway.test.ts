import { describe, expect, test } from 'vitest'
import {
  type AskNode,
  createGatewayHandler,
  createRpcHandler,
  type NodeReply,
  type RpcHttpRequest,
} from '../index.ts'
import { AFTER_SCRIPT, defaultNetwork, post } from '../testing/default-network.ts'

const chain = defaultNetwork()
const node = createRpcHandler(() => chain)
const [account] = Object.values(chain.script.accounts)
const headers = { 'content-type': 'application/json' }
const text = (method: string, rest = '"id":1') => `{"jsonrpc":"2.0","method":"chainvm.${method}",${rest}}`

/** A gateway, and the calls that its node received. */
function gateway(answer: (body: string, count: number) => NodeReply | Promise<NodeReply>) {
  const asked: string[] = []
  let timeMs = 0
  const askNode: AskNode = async (body) => answer(body, asked.push(body))
  const handle = createGatewayHandler(askNode, { now: () => timeMs })
  return {
    asked,
    wait: (ms: number) => {
      timeMs += ms
    },
    handle,
    send: (body: string) => handle({ method: 'POST', headers, body }),
  }
}

/** A node that answers every call with this member. */
const answering = (member: string) => (body: string) => {
  const { id } = JSON.parse(body)
  return { status: 200, body: `{"jsonrpc":"2.0",${member},"id":${id}}\n` }
}
const throughNode = (body: string) => ({ status: 200, body: post(node, body).body })

describe('replies like the node itself', () => {
  const params = `"params":{"address":"${account}","asset":"chn"},"id":1`
  test.each([
    text('genesis'),
    text('emissionInfo', '"id":"x","params":[]'),
    text('allValidators', '"id":{"a": [1]}'),
    text('stakedValidators', '"id":1e3'),
    text('balance', params),
    text('balance', `"params":[{"address":"${account}","more":1}],"id":1`),
    text('balance', '"params":{"address":5},"id":1'),
    text('balance', '"params":{"address":"chain1x"},"id":1'),
    text('asset', '"params":{"asset":"11111111111111111111111111111111LpoYZ"},"id":1'),
    text('tx', '"params":{"txId":"11111111111111111111111111111111LpoYY"},"id":1'),
    text('validatorStake', '"params":null,"id":1'),
    text('Genesis'),
    text('submitTx'),
    '{"jsonrpc":"2.0","method":"coreapi.ping","id":1}',
    '{"jsonrpc":"2.0","method":"genesis","id":1}',
    '{"jsonrpc":"1.0","method":"chainvm.genesis","id":1}',
    text('genesis', '"params":{}'),
    '[{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}]',
    'nonsense',
  ])('%s', async (body) => {
    const { send } = gateway(throughNode)
    expect(await send(body)).toEqual(post(node, body))
  })

  test.each<[string, Partial<RpcHttpRequest>]>([
    ['another method', { method: 'GET' }],
    ['no type', { headers: {} }],
    ['a body over the cap', { body: ' '.repeat(1024 * 1024 + 1) }],
  ])('%s', async (_what, change) => {
    const request = { method: 'POST', headers, body: '{}', ...change }
    const { handle, asked } = gateway(throughNode)
    expect(await handle(request)).toEqual(node(request))
    expect(asked).toEqual([])
  })
})

describe('calls the node', () => {
  test("only with the parameters that the method names, and with the gateway's id", async () => {
    const { send, asked } = gateway(throughNode)
    await send(text('asset', '"params":{"asset":"CHN","extra":{"a":1}},"id":"mine","x":1'))
    expect(asked).toEqual(['{"jsonrpc":"2.0","id":1,"method":"chainvm.asset","params":{"asset":"CHN"}}'])
  })

  test('only for the nine methods, and never for a notification', async () => {
    const { send, asked } = gateway(throughNode)
    for (const body of [text('submitTx'), text('constructor'), text('genesis', '"params":{}'), '{}', '[]']) {
      await send(body)
    }
    expect(asked).toEqual([])
  })

  test('once for equal calls at the same time, each with its own id in the reply', async () => {
    const { send, asked } = gateway(throughNode)
    const replies = await Promise.all(['1', '"b"'].map((id) => send(text('genesis', `"id":${id}`))))
    expect(asked).toHaveLength(1)
    expect(replies.map(({ body }) => body.slice(body.lastIndexOf('"id"')))).toEqual([
      '"id":1}\n',
      '"id":"b"}\n',
    ])
  })

  test('again after a second, or when the height has increased', async () => {
    let height = 7
    const { send, asked, wait } = gateway((body) =>
      answering(`"result":{"currentBlockHeight":${height}}`)(body),
    )
    await send(text('emissionInfo'))
    await send(text('genesis'))
    await send(text('genesis'))
    expect(asked).toHaveLength(2)
    wait(999)
    await send(text('genesis'))
    expect(asked).toHaveLength(2)
    wait(1)
    await send(text('genesis'))
    expect(asked).toHaveLength(3)
    height = 8
    await send(text('emissionInfo'))
    await send(text('emissionInfo'))
    expect(asked).toHaveLength(4)
    await send(text('genesis'))
    expect(asked).toHaveLength(5)
  })

  test('again after a failure', async () => {
    const { send, asked } = gateway((body, count) =>
      count === 1 ? { failure: 'Away.' } : answering('"result":{}')(body),
    )
    expect((await send(text('genesis'))).body).toContain('Away.')
    expect((await send(text('genesis'))).body).toContain('"result":{}')
    expect(asked).toHaveLength(2)
  })

  test('for at most this many calls at once', async () => {
    let release = (_: NodeReply) => {}
    const held = new Promise<NodeReply>((resolve) => {
      release = resolve
    })
    const { send, asked } = gateway(() => held)
    const calls = Array.from({ length: 70 }, (_, index) =>
      send(text('tx', `"params":{"txId":"${index}"},"id":1`)),
    )
    const refused = await calls.at(-1)
    expect(asked).toHaveLength(64)
    expect(refused?.body).toContain('The ledger gateway is busy')
    release({ status: 200, body: '{"id":1,"result":{}}' })
    await Promise.all(calls)
  })

  test('for thousands of different records without storing all replies', async () => {
    const { send, asked } = gateway(answering('"result":{}'))
    const ask = (index: number) => send(text('tx', `"params":{"txId":"${index}"},"id":1`))
    for (let index = 0; index < 1001; index++) await ask(index)
    await ask(1000)
    expect(asked).toHaveLength(1001)
    await ask(0)
    expect(asked).toHaveLength(1002)
  })
})

test('reports each result of the node, and nothing else', async () => {
  const told: object[] = []
  const handle = createGatewayHandler(
    async (body) => {
      if (body.includes('genesis')) return { status: 502, body: '' }
      if (body.includes('emissionInfo')) return answering('"error":{"code":-32000}')(body)
      return answering('"result":{"amount": 18446744073709551615}')(body)
    },
    { onResult: (call) => told.push(call) },
  )
  const balance = text('balance', '"params":{"address":"a","asset":"CHN","x":1},"id":1')
  for (const body of [text('genesis'), text('emissionInfo'), balance, balance]) {
    await handle({ method: 'POST', headers, body })
  }
  const params = { address: 'a', asset: 'CHN' }
  expect(told).toEqual([{ method: 'balance', params, result: '{"amount": 18446744073709551615}' }])
})

describe('passes on', () => {
  test('results and errors byte for byte', async () => {
    const members = [
      '"result":{"amount": 18446744073709551615 , "rate":1e19}',
      '"error":{"code":-32042,"message":"gone \\u00e4","data":{"n":1.0}}',
    ]
    for (const member of members) {
      const { send } = gateway(answering(member))
      expect((await send(text('genesis'))).body).toBe(`{"jsonrpc":"2.0",${member},"id":1}\n`)
    }
  })

  test.each<[string, NodeReply, string]>([
    [
      'a failure',
      { failure: 'The ledger node did not answer in time.' },
      'The ledger node did not answer in time.',
    ],
    [
      'a status',
      { status: 503, body: '<html>10.0.0.7</html>' },
      'The ledger node answered with HTTP status 503.',
    ],
    ['no JSON', { status: 200, body: '<html>' }, 'The ledger node sent a reply that is not a JSON object.'],
    ['nothing', { status: 200, body: '' }, 'The ledger node sent a reply that is not a JSON object.'],
    ['an array', { status: 200, body: '[]' }, 'The ledger node sent a reply that is not a JSON object.'],
    ['no result', { status: 200, body: '{"id":1}' }, 'The ledger node sent neither a result nor an error.'],
    [
      'another id',
      { status: 200, body: '{"id":2,"result":{}}' },
      'The ledger node sent a reply that belongs to another call.',
    ],
  ])("%s as the gateway's error", async (_what, reply, message) => {
    const { send } = gateway(() => reply)
    const { status, body } = await send(text('genesis', '"id":9'))
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', error: { code: -32001, message, data: null }, id: 9 })
  })

  test.each(['5', '"text"', '[{"currentBlockHeight":1}]', 'null', `{"currentBlockHeight":${AFTER_SCRIPT}`])(
    'any result that is JSON, such as %s',
    async (result) => {
      const { send } = gateway(answering(`"result":${result}`))
      const { body } = await send(text('emissionInfo'))
      expect(body.includes(`"result":${result}`) || body.includes('-32001')).toBe(true)
    },
  )
})
