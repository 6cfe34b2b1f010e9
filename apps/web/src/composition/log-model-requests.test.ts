import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest } from '@parley/demo-model'
import pino from 'pino'
import { expect, test } from 'vitest'
import { logModelRequests } from './log-model-requests.ts'

const BODY = { model: 'parley-demo', messages: [{ role: 'user', content: 'Hello' }] }

async function askAndReadLog(level: string): Promise<Record<string, unknown>[]> {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level, base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  const server = createServer(logModelRequests(answerRequest, log)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(BODY),
  })
  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ object: 'chat.completion' })
  server.close()
  return logged
}

test('logs the body of a request to the demo model at the level debug', async () => {
  expect(await askAndReadLog('debug')).toMatchObject([
    { msg: 'demo model request', path: '/v1/chat/completions', body: BODY },
  ])
})

test('logs no request to the demo model at the level info', async () => {
  expect(await askAndReadLog('info')).toEqual([])
})
