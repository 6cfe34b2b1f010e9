import { afterEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress, type EgressOptions } from './create-egress.ts'
import { type LocalServer, startServer } from './testing/local-server.ts'

const open: Egress[] = []
afterEach(() => Promise.all(open.splice(0).map((egress) => egress.close())))

function egressOf(options: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [], ...options })
  open.push(egress)
  return egress
}

function hello(): Promise<LocalServer> {
  return startServer((_request, response) => response.end('hello'))
}

const NOT_REACHED = /could not be reached at its address, or this installation does not allow/

/** Spellings of addresses of this machine and of its network; P is the server's port. */
const INWARD = [
  '127.0.0.1:P',
  '127.1:P',
  '127.255.255.254:P',
  '2130706433:P',
  '0x7f000001:P',
  '0x7f.1:P',
  '0177.0.0.1:P',
  '017700000001:P',
  '127.0.0.1%2f:P',
  '①②⑦.0.0.1:P',
  '0.0.0.0:P',
  '0:P',
  'localhost:P',
  'LOCALHOST:P',
  'app.localhost:P',
  '[::1]:P',
  '[0:0:0:0:0:0:0:1]:P',
  '[::]:P',
  '[::ffff:127.0.0.1]:P',
  '[::ffff:7f00:1]:P',
  '[::127.0.0.1]:P',
  '[::7f00:1]:P',
  '[64:ff9b::127.0.0.1]:P',
  '[64:ff9b::7f00:1]:P',
  '[2002:7f00:1::]:P',
  '[2001:0:7f00:1::]:P',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '10.0.0.1:P',
  '172.16.0.1:P',
  '192.168.0.1:P',
  '100.64.0.1:P',
  '[fd00::1]:P',
  '[fe80::1]:P',
  '224.0.0.1:P',
  '255.255.255.255:P',
]

describe('in public mode no spelling reaches an inside address', () => {
  test.each(INWARD.flatMap((address) => [[`http://${address}/`], [`https://${address}/`]]))(
    '%s',
    async (form) => {
      await using server = await hello()
      const { fetch } = egressOf({ mode: 'public' }).for('model')
      await expect(fetch(form.replace('P', String(server.port)))).rejects.toMatchObject({
        code: expect.stringMatching(/upstream_failed|invalid_config/),
      })
      expect(server.connections()).toBe(0)
    },
  )

  test('refused and silent targets fail with the same sentence', async () => {
    const { fetch } = egressOf({ mode: 'public', allow: ['model:127.0.0.1:1'] }).for('model')
    for (const address of [
      'http://127.0.0.1:1',
      'http://127.0.0.1:2',
      'http://10.0.0.1',
      'http://nowhere.invalid',
    ]) {
      await expect(fetch(address)).rejects.toMatchObject({
        code: 'upstream_failed',
        message: expect.stringMatching(NOT_REACHED),
      })
    }
  })

  test("but the operator's list opens targets, by name or by address", async () => {
    await using server = await hello()
    const named = egressOf({ mode: 'public', allow: [`MODEL:LOCALHOST:${server.port} `] }).for('model')
    expect(await (await named.fetch(`http://localhost:${server.port}/`)).text()).toBe('hello')
    await expect(named.fetch(server.origin)).rejects.toThrow(NOT_REACHED)

    const literal = egressOf({ mode: 'public', allow: [`model:127.0.0.1:${server.port}`] }).for('model')
    expect(await (await literal.fetch(`http://2130706433:${server.port}/`)).text()).toBe('hello')
    expect(await (await literal.fetch(`http://localhost:${server.port}/`)).text()).toBe('hello')
  })

  test('a list does not open link-local and metadata addresses', async () => {
    const { fetch } = egressOf({
      allow: ['model:169.254.169.254:80', 'model:[fd00:ec2::254]:80', 'model:0.0.0.0:80'],
    }).for('model')
    for (const address of ['http://169.254.169.254/', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/']) {
      await expect(fetch(address)).rejects.toThrow(NOT_REACHED)
    }
  })
})

describe('in local mode', () => {
  test('loopback is reachable, private networks are not', async () => {
    await using server = await hello()
    const { fetch } = egressOf().for('model')
    expect(await (await fetch(server.origin)).text()).toBe('hello')
    expect(await (await fetch(`http://localhost:${server.port}`)).text()).toBe('hello')
    await expect(fetch(`http://192.168.0.1:${server.port}`)).rejects.toThrow(NOT_REACHED)
  })

  test('our own ports are not, unless the operator listed them', async () => {
    await using server = await hello()
    const shut = egressOf({ ownPorts: [server.port] })
    await expect(shut.for('model').fetch(server.origin)).rejects.toThrow(NOT_REACHED)
    await expect(shut.for('model').fetch(`http://localhost:${server.port}`)).rejects.toThrow(NOT_REACHED)
    expect(server.connections()).toBe(0)
    const listed = egressOf({ ownPorts: [server.port], allow: [`model:127.0.0.1:${server.port}`] })
    expect((await listed.for('model').fetch(server.origin)).status).toBe(200)
  })

  test.each([22, 25, 53, 2375, 3306, 5432, 6379, 9200, 11211, 27017])('port %i is not', async (port) => {
    const { fetch } = egressOf().for('model')
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(NOT_REACHED)
    await expect(fetch(`https://example.com:${port}/`)).rejects.toThrow(NOT_REACHED)
  })
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'ws://example.com/',
  'data:text/plain,x',
  'http://user@example.com/',
  'http://user:pass@example.com/',
  'http://127.0.0.1#@example.com/',
  'http:\\\\127.0.0.1/',
  'http://example.com\\@127.0.0.1/',
  'http://exa\tmple.com/',
  'http://example.com/\r\nX: y',
  ' http://example.com/',
  'http://example.com./',
  'http://',
  'example.com',
  '',
])('refuses the address %j', async (address) => {
  await expect(egressOf().for('model').fetch(address)).rejects.toMatchObject({ code: 'invalid_config' })
})

describe('purposes', () => {
  test('hosted vendors are on the internet, over https', async () => {
    await using server = await hello()
    const { fetch } = egressOf({ allow: [`model:127.0.0.1:${server.port}`] }).for('hosted_vendor')
    await expect(fetch(server.origin)).rejects.toThrow(/must have an https address/)
    await expect(fetch(server.origin.replace('http', 'https'))).rejects.toThrow(NOT_REACHED)
    expect(server.connections()).toBe(0)
  })

  test('tool servers and APIs speak https, or http on loopback in local mode, or where the operator listed them', async () => {
    await using server = await hello()
    for (const purpose of ['tool_server', 'api_source'] as const) {
      expect((await egressOf().for(purpose).fetch(server.origin)).status).toBe(200)
      await expect(egressOf().for(purpose).fetch('http://example.com/')).rejects.toThrow(/https/)
      await expect(egressOf({ mode: 'public' }).for(purpose).fetch(server.origin)).rejects.toThrow(/https/)
      const allow = [`tool:127.0.0.1:${server.port}`, `api:127.0.0.1:${server.port}`]
      const listed = egressOf({ mode: 'public', allow })
      expect((await listed.for(purpose).fetch(server.origin)).status).toBe(200)
    }
  })

  test('an entry of the list opens an address for its own purpose only', async () => {
    await using server = await hello()
    const purposes = {
      model: 'model',
      tool: 'tool_server',
      api: 'api_source',
      database: 'sql_engine',
    } as const
    for (const [listed, opened] of Object.entries(purposes)) {
      const egress = egressOf({ mode: 'public', allow: [`${listed}:127.0.0.1:${server.port}`] })
      for (const purpose of Object.values(purposes)) {
        const reply = egress.for(purpose).fetch(server.origin)
        if (purpose === opened) expect((await reply).status).toBe(200)
        else await expect(reply).rejects.toThrow(/could not be reached|must have an https address/)
      }
      const place = { host: '127.0.0.1', port: server.port }
      if (listed === 'database') expect((await egress.resolve(place)).address).toBe('127.0.0.1')
      else await expect(egress.resolve(place)).rejects.toThrow(NOT_REACHED)
    }
  })

  test.each([
    '127.0.0.1:8080',
    'gpu.internal:11434',
    'models:gpu.internal:11434',
    '[::1]:80',
    'model:gpu',
    'gpu',
  ])('an entry %s without a purpose is refused with the entries to write instead', (entry) => {
    expect(() => egressOf({ allow: [entry] })).toThrow(/does not say what .* Write .* model:.*database:/)
  })

  test('APIs are only read', async () => {
    await using server = await hello()
    await expect(
      egressOf().for('api_source').fetch(server.origin, { method: 'POST', body: '{}' }),
    ).rejects.toThrow(/POST/)
    expect(server.connections()).toBe(0)
  })

  test("registries and ledger nodes can only be reached at the operator's origins", async () => {
    await using server = await hello()
    await using other = await hello()
    const egress = egressOf({ mode: 'public', operatorUrls: [`${server.origin}/some/path`] })
    for (const purpose of ['registry', 'ledger'] as const) {
      expect((await egress.for(purpose).fetch(`${server.origin}/x`)).status).toBe(200)
      await expect(egress.for(purpose).fetch(other.origin)).rejects.toThrow(NOT_REACHED)
      await expect(egress.for(purpose).fetch('https://example.com/')).rejects.toThrow(NOT_REACHED)
    }
    await expect(egress.for('model').fetch(server.origin)).rejects.toThrow(NOT_REACHED)
  })

  test('a connection of one purpose does not serve another', async () => {
    await using server = await hello()
    const egress = egressOf({ mode: 'public', operatorUrls: [server.origin] })
    await (await egress.for('registry').fetch(server.origin)).text()
    await expect(egress.for('sql_engine').fetch(server.origin)).rejects.toThrow(NOT_REACHED)
  })

  test('database drivers get an address that was checked', async () => {
    const egress = egressOf({ ownPorts: [5433] })
    const addressOf = async (host: string) => (await egress.resolve({ host, port: 5432 })).address
    expect(await addressOf('localhost')).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(await addressOf('::1')).toBe('::1')
    expect(await addressOf('0x7f.1')).toBe('127.0.0.1')
    for (const place of [
      { host: '127.0.0.1', port: 5433 },
      { host: 'localhost', port: 5433 },
      { host: '127.0.0.1', port: 6379 },
      { host: '10.0.0.1', port: 5432 },
      { host: '169.254.169.254', port: 5432 },
      { host: 'nowhere.invalid', port: 5432 },
    ]) {
      await expect(egress.resolve(place)).rejects.toThrow(NOT_REACHED)
    }
    await expect(egress.resolve({ host: 'a b', port: 5432 })).rejects.toMatchObject({
      code: 'invalid_config',
    })
  })
})

test('the connection to a model is kept for the next question, and that to a tool server is not', async () => {
  await using model = await hello()
  await using tools = await hello()
  const egress = egressOf()
  const ask = async () => {
    await (await egress.for('model').fetch(model.origin)).text()
    await (await egress.for('tool_server').fetch(tools.origin)).text()
  }
  await ask()
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  expect([model.openConnections(), tools.openConnections()]).toEqual([1, 0])
  await ask()
  expect([model.connections(), tools.connections()]).toEqual([1, 2])
})

test('the environment’s proxies are not used', async () => {
  await using server = await hello()
  const before = { ...process.env }
  Object.assign(process.env, {
    HTTP_PROXY: 'http://127.0.0.1:1',
    http_proxy: 'http://127.0.0.1:1',
    NODE_USE_ENV_PROXY: '1',
  })
  try {
    expect(await (await egressOf().for('model').fetch(server.origin)).text()).toBe('hello')
  } finally {
    process.env = before
  }
})
