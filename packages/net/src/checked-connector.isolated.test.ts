import { afterEach, expect, test, vi } from 'vitest'
import { createEgress } from './create-egress.ts'
import { startServer } from './testing/local-server.ts'

/** Name service replies that the owner of a name can choose. */
const answers = vi.hoisted(() => new Map<string, { address: string; family: number }[][]>())

vi.mock('node:dns', () => ({
  lookup: (name: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    const queue = answers.get(name) ?? []
    callback(null, (queue.length > 1 ? queue.shift() : queue[0]) ?? [])
  },
}))

afterEach(() => answers.clear())

function named(...replies: string[][]) {
  const toAnswer = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
  answers.set(
    'rebind.test',
    replies.map((addresses) => addresses.map(toAnswer)),
  )
}

const PUBLIC = '93.184.216.34'

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback after a public one', [PUBLIC, '127.0.0.1']],
  ['loopback as an IPv6-mapped address', [PUBLIC, '::ffff:127.0.0.1']],
  ['a private network', ['10.1.2.3']],
  ['metadata', ['169.254.169.254']],
  ['nothing', []],
])('refuses a name that resolves to %s, over http and https', async (_name, addresses) => {
  named(addresses)
  await using server = await startServer((_request, response) => response.end())
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [] })
  for (const scheme of ['http', 'https']) {
    await expect(egress.for('model').fetch(`${scheme}://rebind.test:${server.port}/`)).rejects.toThrow(
      /could not be reached/,
    )
  }
  expect(server.connections()).toBe(0)
  await egress.close()
})

test('checks a name at every connection, because its address may change', async () => {
  await using server = await startServer((_request, response) => {
    response.setHeader('connection', 'close')
    response.end('hello')
  })
  const egress = createEgress({ mode: 'public', allow: [`model:127.0.0.1:${server.port}`], ownPorts: [] })
  const address = `http://rebind.test:${server.port}/`
  named(['127.0.0.1'], ['127.0.0.2'])
  expect(await (await egress.for('model').fetch(address)).text()).toBe('hello')
  await expect(egress.for('model').fetch(address)).rejects.toThrow(/could not be reached/)
  expect(server.connections()).toBe(1)
  await egress.close()
})

test('the sentence for a refused name does not contain its address', async () => {
  named(['10.1.2.3'])
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const error = await egress
    .for('model')
    .fetch('http://rebind.test/')
    .catch((thrown: unknown) => thrown)
  expect(String(error)).not.toContain('10.1.2.3')
  await egress.close()
})
