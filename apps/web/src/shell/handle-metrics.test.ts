import { afterEach, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

const TOKEN = 'a token of the operator'

let shell: TestShell
afterEach(() => shell.close())

/** Returns the value of a line that begins with `name` and contains all `labels`. */
function readValue(text: string, name: string, labels: readonly string[] = []): number | null {
  const line = text
    .split('\n')
    .find((each) => each.startsWith(name) && labels.every((label) => each.includes(label)))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

test('metrics count requests by operation, method and status', async () => {
  shell = await openTestShell({ metricsAccess: 'all' })
  const token = await shell.signIn()
  for (const id of ['1', '2']) {
    await (
      await shell.fetch('GET', `/api/chat/run/00000000-0000-4000-8000-00000000000${id}`, { token })
    ).text()
    await (await shell.fetch('GET', `/api/nothing/${id}`, { token })).text()
  }
  await (await shell.fetch('GET', '/api/persona', { token })).text()

  const reply = await shell.fetch('GET', '/metrics')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await reply.text()
  const count = (...labels: string[]) => readValue(text, 'parley_http_request_duration_seconds_count', labels)
  expect(count('operation="persona.list"', 'method="GET"', 'status="200"')).toBe(1)
  expect(count('operation="run.get"', 'status="404"')).toBe(2)
  // All unknown paths are one series.
  expect(count('operation="none"', 'status="404"')).toBe(2)
  expect(readValue(text, 'parley_turns_in_flight')).toBe(0)
  expect(readValue(text, 'parley_database_connections ')).toBeGreaterThan(0)
  expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(readValue(text, 'parley_event_loop_delay_p999_seconds ')).toBeGreaterThan(0)
})

test('metrics with a token are sent to clients that send it', async () => {
  shell = await openTestShell({ metricsAccess: { token: TOKEN } })
  const read = async (authorization?: string) => {
    const reply = await fetch(`http://127.0.0.1:${shell.port}/metrics`, {
      headers: authorization ? { authorization } : {},
    })
    await reply.text()
    return reply.status
  }
  expect(await read()).toBe(404)
  expect(await read(`Bearer ${TOKEN}!`)).toBe(404)
  expect(await read(`Bearer ${await shell.signIn()}`)).toBe(404)
  expect(await read(`Bearer ${TOKEN}`)).toBe(200)
})

test('metrics without access for any client are an unknown path', async () => {
  shell = await openTestShell()
  const reply = await shell.fetch('GET', '/metrics')
  expect(reply.status).toBe(404)
})

test('every client can read health, and only the operator its details', async () => {
  const sandbox = { mode: 'namespaces', gaps: [] }
  shell = await openTestShell({ metricsAccess: { token: TOKEN }, healthDetails: { sandbox } })
  const read = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {}
    return (await fetch(`http://127.0.0.1:${shell.port}/healthz`, { headers })).json()
  }
  expect(await read()).toEqual({ status: 'ok' })
  expect(await read(`Bearer ${TOKEN}!`)).toEqual({ status: 'ok' })
  const seen = {
    host: `127.0.0.1:${shell.port}`,
    client_address: '127.0.0.1',
    peer_address: '127.0.0.1',
    forwarded_for: null,
  }
  expect(await read(`Bearer ${TOKEN}`)).toEqual({ status: 'ok', sandbox, seen })
  const stream = (authorization: string) =>
    fetch(`http://127.0.0.1:${shell.port}/healthz/stream`, { headers: { authorization } })
  expect((await stream(`Bearer ${TOKEN}!`)).status).toBe(404)
  expect(await (await stream(`Bearer ${TOKEN}`)).text()).toMatch(/(event: piece\ndata: \d\n\n){3}/)
})
