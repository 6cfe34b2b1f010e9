import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Model } from '@parley/agent'
import type { Database } from '@parley/db'
import { Secret } from '@parley/domain'
import { expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { testLlmConfig } from './test-llm-config.ts'

const DEADLINE_MS = 200

test('a model server that never answers fails with upstream_timeout at the deadline', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // biome-ignore lint/correctness/useYield: a model that fails before it says anything.
  const silent: Model = async function* ({ signal }) {
    await fetch(`http://127.0.0.1:${port}/`, { signal })
    throw new Error('The server answered.')
  }
  const deps = createTestDeps({ db: undefined as unknown as Database, model: silent })
  const config = { provider: 'ollama', model: 'm', baseUrl: 'http://127.0.0.1:1/v1', params: {} } as const
  const tested = testLlmConfig(
    deps,
    { ...config, apiKey: new Secret('') },
    { signal: new AbortController().signal, deadlineMs: DEADLINE_MS },
  )
  await expect(tested).rejects.toMatchObject({
    code: 'upstream_timeout',
    message: expect.stringContaining('did not answer within 0.2 seconds'),
  })
  server.closeAllConnections()
  server.close()
})
