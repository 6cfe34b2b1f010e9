import { describe, expect, test } from 'vitest'
import { readServerEvents, type ServerEvent } from './server-events.ts'

async function read(pieces: readonly Uint8Array[]) {
  async function* body() {
    yield* pieces
  }
  const events: ServerEvent[] = []
  for await (const batch of readServerEvents(body())) events.push(...batch)
  return events
}

const TEXT =
  ': hello\n\nevent: ping\ndata: Grüße 🙂\ndata:two\nid: 7\n\ndata: {"a":1}\n\nretry: 5\n\ndata: cut off'
const EVENTS = [
  { event: 'ping', data: 'Grüße 🙂\ntwo' },
  { event: '', data: '{"a":1}' },
]

describe.each([
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['both', '\r\n'],
])('lines that end in %s', (_name, lineEnd) => {
  const bytes = new TextEncoder().encode(TEXT.replaceAll('\n', lineEnd))

  test('reads the stream in one piece', async () => {
    expect(await read([bytes])).toEqual(EVENTS)
  })

  test('reads the stream byte by byte', async () => {
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(EVENTS)
  })

  test('reads the stream cut in two at every place', async () => {
    for (let at = 1; at < bytes.length; at++) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(EVENTS)
    }
  })
})

test('reads different line ends in one event', async () => {
  expect(await read([new TextEncoder().encode('data: a\n\r\ndata: b\r\n\ndata: c\r\r')])).toEqual([
    { event: '', data: 'a' },
    { event: '', data: 'b' },
    { event: '', data: 'c' },
  ])
})
