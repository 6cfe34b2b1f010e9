import { request as send } from 'node:http'
import { expect, test } from './journey/test.ts'

type Sent = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
type Received = { readonly status: number; readonly type: string; readonly text: string }

const PATHS = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/wallet',
  'callback/wallet',
  'callback/nothing',
  'signout',
  'error?error=%00',
  'verify-request',
  '_log',
  'session/more/than/two',
  'callback',
  '%2e%2e/session',
  'signin/%ff',
  'session?callbackUrl=//example.org&callbackUrl=%E0%A4%A',
].map((path) => `/api/auth/${path}`)

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"wallet":'],
  ['application/json', '"text"'],
  ['application/json', 'null'],
  ['application/json', DEEP],
  ['application/json', '{"wallet":{"toString":1},"signature":["0x"],"csrfToken":{}}'],
  ['application/json', `{"wallet":"${'a'.repeat(200_000)}"}`],
  ['application/x-www-form-urlencoded', 'wallet=%E0%A4%A&signature=%&csrfToken[a][b]=1'],
  ['application/x-www-form-urlencoded', 'a=1&'.repeat(20_000)],
  ['application/x-www-form-urlencoded', '\u0000\uffff'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="wallet"\r\n\r\n0x'],
  ['multipart/form-data', 'no boundary'],
  ['text/plain', 'wallet=0x'],
  ['', 'x'],
]
const COOKIES = [
  `parley.session=${'a'.repeat(12_000)}`,
  'parley.session=eyJhbGciOiJub25lIn0.e30.',
  'parley.session=%E0%A4%A; parley.session="',
  `next-auth.csrf-token=${'|'.repeat(5000)}`,
  'next-auth.csrf-token=%7C; next-auth.callback-url=javascript:alert(1)',
  'next-auth.callback-url=http://[::1',
  Array.from({ length: 800 }, (_, index) => `c${index}=v`).join('; '),
  ';;=;= =;\t',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']

function cases(): Sent[] {
  const post = (path: string) =>
    BODIES.map(([type, body]) => ({
      method: 'POST',
      path,
      body,
      headers: type ? { 'content-type': type } : {},
    }))
  return PATHS.flatMap((path) => [
    ...METHODS.map((method) => ({ method, path })),
    ...post(path),
    ...COOKIES.flatMap((cookie) => ['GET', 'POST'].map((method) => ({ method, path, headers: { cookie } }))),
  ])
}

function receive(origin: string, { method, path, headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    }
    const outgoing = send(options, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      const type = reply.headers['content-type'] ?? ''
      resolve({ status: reply.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** What is wrong with a reply; null for nothing. A failure in JSON has the envelope of the service. */
function faultOf({ status, type, text }: Received): string | null {
  if (status >= 500) return `status ${status}`
  if (status < 400 || text === '' || !type.includes('json')) return null
  const value: unknown = JSON.parse(text)
  const isEnvelope =
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    Reflect.get(value, 'status') === 'error'
  return isEnvelope ? null : `no envelope: ${text.slice(0, 80)}`
}

test('the sign-in library answers malformed bodies, huge cookies and odd methods without an error of the server', async ({
  baseURL,
}) => {
  const origin = String(baseURL)
  const faults: string[] = []
  for (const sent of cases()) {
    const fault = faultOf(await receive(origin, sent))
    if (fault)
      faults.push(`${sent.method} ${sent.path} ${JSON.stringify(sent.headers)} ${fault}`.slice(0, 300))
  }
  expect(faults).toEqual([])
  expect((await receive(origin, { method: 'GET', path: '/api/auth/session' })).status).toBe(200)
})
