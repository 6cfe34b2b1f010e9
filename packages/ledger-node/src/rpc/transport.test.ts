import { describe, expect, test } from 'vitest'
import { createRpcHandler } from '../index.ts'
import { defaultNetwork, post } from '../testing/default-network.ts'

const chain = defaultNetwork()
const handle = createRpcHandler(() => chain)
const send = (body: string) => post(handle, body)
const call = (method: string, rest = '"id":1') => send(`{"jsonrpc":"2.0","method":"${method}",${rest}}`)
const asset = '"params":{"asset":"CHN"}'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const DISPATCHED = { ...JSON_TYPE, 'x-content-type-options': 'nosniff' }
const ZERO = '{"jsonrpc":"","method":"","params":null,"id":null}'

describe('success', () => {
  test('has the keys jsonrpc, result, id, in this order, and a newline', () => {
    const reply = call('chainvm.asset', `${asset},"id":1`)
    expect(reply.status).toBe(200)
    expect(reply.headers).toEqual(DISPATCHED)
    expect(reply.body).toMatch(/^\{"jsonrpc":"2\.0","result":\{"symbol":"CHN",.*\},"id":1\}\n$/)
  })

  test.each([
    '1',
    '-0',
    '1.0',
    '1e3',
    '12345678901234567890123',
    '"a"',
    '"\\u0041\\"<"',
    'true',
    '{"a": [1,  2]}',
    '[ ]',
  ])('echoes the id %s byte for byte', (id) => {
    expect(call('chainvm.asset', `${asset} , "id" : ${id} `).body.endsWith(`,"id":${id}}\n`)).toBe(true)
    expect(send(`{"id":${id},"params":{"id":7},"method":"chainvm.x","jsonrpc":"2.0"}`).body).toContain(
      `"id":${id}}`,
    )
  })

  test('the last of two ids is valid, and a name in another object is not an id', () => {
    expect(call('chainvm.asset', `"id":1,${asset},"\\u0069d":2`).body).toContain('"id":2}')
    expect(call('chainvm.asset', `"params":{"asset":"CHN","id":"\\\\\\"}"},"id":3`).body).toContain('"id":3}')
  })

  test.each([
    ['an object', '{"asset":"chn"}'],
    ['an array of one', '[{"asset":"CHN"}]'],
    ['an array of more', '[{"asset":"CHN"},5,"x"]'],
    ['with unknown fields', '{"asset":"CHN","more":[1]}'],
    ['empty', '{}'],
    ['an empty array', '[]'],
    ['an array of null', '[null]'],
    ['null', 'null'],
    ['null inside', '{"asset":null}'],
  ])('params may be %s', (_form, params) => {
    expect(call('chainvm.asset', `"params":${params},"id":1`).body).toContain('"symbol":"CHN"')
  })

  test.each(['{}', '[]', '{"anything":1}', '[{}]', 'null'])(
    'methods without arguments ignore %s',
    (params) => {
      expect(call('chainvm.genesis', `"params":${params},"id":1`).body).toContain('"result":{"genesis"')
    },
  )
})

describe('errors of the method', () => {
  test('have the keys jsonrpc, error, id, in this order', () => {
    const reply = call('chainvm.asset', '"params":{"asset":"11111111111111111111111111111111LpoYZ"},"id":"x"')
    expect(reply.status).toBe(200)
    expect(reply.headers).toEqual(DISPATCHED)
    expect(reply.body).toMatch(
      /^\{"jsonrpc":"2\.0","error":\{"code":-32000,"message":".+","data":null\},"id":"x"\}\n$/,
    )
  })

  test.each(['{"asset":5}', '{"asset":{}}', '"CHN"', '5', 'true', '[[]]', '["CHN"]', '[[{"asset":"CHN"}]]'])(
    'the params %s are refused as invalid',
    (params) => {
      expect(errorOf(call('chainvm.asset', `"params":${params},"id":1`))).toEqual({
        code: -32000,
        message: expect.stringContaining("couldn't unmarshal an argument"),
        data: null,
      })
    },
  )
})

describe('names', () => {
  test.each([
    ['chainvm.foo', 'rpc: can\'t find method "chainvm.Foo"'],
    ['chainvm.', 'rpc: can\'t find method "chainvm."'],
    ['chainvm.toString', 'rpc: can\'t find method "chainvm.ToString"'],
    ['other.tx', 'rpc: can\'t find service "other.Tx"'],
    ['.tx', 'rpc: can\'t find service ".Tx"'],
    ['tx', 'rpc: service/method request ill-formed: "tx"'],
    ['', 'rpc: service/method request ill-formed: ""'],
    ['chainvm.tx.more', 'rpc: service/method request ill-formed: "chainvm.Tx.more"'],
    ['chainvm.Tx', 'method must start with a non-uppercase letter'],
    ['other.Tx', 'method must start with a non-uppercase letter'],
    ['chainvm.Ä', 'method must start with a non-uppercase letter'],
  ])('the method name %j is refused with its own sentence', (name, message) => {
    const reply = call(name)
    expect(errorOf(reply)).toEqual({ code: -32000, message, data: null })
    expect(reply.headers).toEqual(JSON_TYPE)
  })

  test('a missing method is an empty one', () => {
    expect(errorOf(send('{"jsonrpc":"2.0","id":1}')).message).toBe(
      'rpc: service/method request ill-formed: ""',
    )
  })
})

describe('invalid requests', () => {
  test.each([
    '',
    ' ',
    'x',
    '{',
    '{"jsonrpc":"2.0"',
    '{"a":01}',
    '{"a":1} {}',
    '\ufeff{}',
    '5',
    '"x"',
    'true',
  ])('%j is a parse error that names no id', (body) => {
    const reply = send(body)
    expect(reply.status).toBe(200)
    expect(reply.headers).toEqual(JSON_TYPE)
    expect(reply.body).toMatch(/^\{"jsonrpc":"2\.0","error":\{"code":-32700,"message":"[^"]+","data":/)
    expect(reply.body.endsWith(`"data":${ZERO}},"id":null}\n`)).toBe(true)
  })

  test('a batch is a parse error, whatever is in it', () => {
    for (const body of ['[]', '[{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}]']) {
      expect(errorOf(send(body))).toMatchObject({ code: -32700, data: JSON.parse(ZERO) })
    }
  })

  test('a field of another type is a parse error whose data keeps the readable fields', () => {
    const body = '{"jsonrpc":2.0,"method":5,"params":{ "a": 1.0 },"id":7}'
    expect(send(body).body).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"jsonrpc must be a string","data":{"jsonrpc":"","method":"","params":{ "a": 1.0 },"id":7}},"id":7}\n',
    )
    expect(errorOf(send('{"jsonrpc":"2.0","method":5}'))).toMatchObject({ code: -32700 })
  })

  test.each(['"1.0"', '""', '"2"', 'null'])('version %s is refused with an echo', (version) => {
    const reply = send(`{"method":"chainvm.tx","jsonrpc":${version},"id":"i","params":[1, {"b":2}]}`)
    const shown = version === 'null' ? '""' : version
    expect(reply.body).toBe(
      `{"jsonrpc":"2.0","error":{"code":-32600,"message":"jsonrpc must be 2.0","data":{"jsonrpc":${shown},"method":"chainvm.tx","params":[1, {"b":2}],"id":"i"}},"id":"i"}\n`,
    )
  })
})

describe('notifications', () => {
  test.each([
    ['a call', `{"jsonrpc":"2.0","method":"chainvm.asset",${asset}}`],
    ['a call with a null id', `{"jsonrpc":"2.0","method":"chainvm.asset",${asset},"id":null}`],
    ['a call that fails', '{"jsonrpc":"2.0","method":"chainvm.tx","params":{"txId":"x"}}'],
    ['an unknown method', '{"jsonrpc":"2.0","method":"chainvm.foo"}'],
    ['another version', '{"jsonrpc":"1.0","method":"chainvm.genesis"}'],
    ['an empty object', '{}'],
    ['null', 'null'],
  ])('a notification gets an empty body: %s', (_what, body) => {
    expect(send(body)).toMatchObject({ status: 200, body: '' })
    expect(send(body).headers).not.toHaveProperty('content-type')
  })
})

describe('HTTP', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'post'])('the HTTP method %s gets 405', (method) => {
    expect(handle({ method, headers: { 'content-type': 'application/json' }, body: '{}' })).toEqual({
      status: 405,
      headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'POST' },
      body: `rpc: POST method required, received ${method}`,
    })
  })

  test.each([
    [undefined, ''],
    ['', ''],
    ['text/plain', 'text/plain'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['application/json-rpc', 'application/json-rpc'],
    ['application/jsonx;a', 'application/jsonx'],
  ])('the content type %j gets 415', (type, named) => {
    expect(handle({ method: 'POST', headers: { 'content-type': type }, body: '{}' })).toEqual({
      status: 415,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `rpc: unrecognized Content-Type: ${named}`,
    })
  })

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; x',
  ])('the content type %j is read as JSON', (type) => {
    const body = '{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}'
    expect(handle({ method: 'POST', headers: { 'content-type': type }, body }).status).toBe(200)
  })

  test('a body of 1 MiB is read, one of a byte more is not', () => {
    const filled = (bytes: number) => `{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}`.padEnd(bytes)
    expect(send(filled(1024 * 1024)).status).toBe(200)
    expect(send(filled(1024 * 1024 + 1))).toMatchObject({ status: 413 })
    expect(send(`"${'ä'.repeat(600_000)}"`)).toMatchObject({ status: 413 })
  })
})

function errorOf({ body }: { body: string }): { code: number; message: string; data: unknown } {
  return JSON.parse(body).error
}
