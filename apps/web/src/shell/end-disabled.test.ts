import { setTimeout } from 'node:timers/promises'
import { keepTurnLeases, updateUser } from '@parley/core'
import { createTestSession } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelBehind, openTestShell, type TestShell } from '../testing/open-shell.ts'

let service: TestShell

beforeAll(async () => {
  service = await openTestShell()
})
afterAll(() => service.close())

async function signIn() {
  const token = await service.signIn()
  const owner = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  return { token, owner }
}

test('a stream of a disabled person is cut, and that of another person goes on', async () => {
  const gate = Promise.withResolvers<void>()
  service.world.model = modelBehind(gate.promise, 'Answer.')
  const [leaver, stayer] = [await signIn(), await signIn()]
  const ask = async (token: string) => {
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
    const { id } = await service.call('POST', '/llm_config', { token, body: model })
    const body = { model_config_id: id, prompt: 'Hi', system_message: '' }
    const headers = { accept: 'text/event-stream' }
    return service.fetch('POST', '/api/chat/invoke-llm', { token, body, headers })
  }
  const [cut, whole] = await Promise.all([ask(leaver.token), ask(stayer.token)])
  expect([cut.status, whole.status]).toEqual([200, 200])
  await updateUser(service.deps, leaver.owner, { isDisabled: true })
  await expect(cut.text()).rejects.toThrow()
  gate.resolve()
  expect(await whole.text()).toContain('Answer.')
})

test('a reply that comes half a second after its person was disabled arrives whole, as that of an erasure must', async () => {
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
  const disableAndAnswer = async (startAfterMs: number) => {
    const gate = Promise.withResolvers<void>()
    const { token, owner } = await signIn()
    const { id } = await service.call('POST', '/llm_config', { token, body: model })
    service.world.model = modelBehind(gate.promise, 'Answer.')
    const body = { model_config_id: id, prompt: 'Hi', system_message: '' }
    const answer = service
      .fetch('POST', '/api/chat/invoke-llm', { token, body })
      .then((reply) => reply.text())
      .catch(String)
    await setTimeout(startAfterMs)
    await updateUser(service.deps, owner, { isDisabled: true })
    await setTimeout(500)
    gate.resolve()
    return answer
  }
  // The service looks for disabled persons once a second, so one of the two calls is answered after one look.
  expect(await disableAndAnswer(500)).toContain('Answer.')
  expect(await disableAndAnswer(1_000)).toContain('Answer.')
})

test('a turn of a disabled person that no client waits for is cancelled', async () => {
  const gate = Promise.withResolvers<void>()
  service.world.model = modelBehind(gate.promise, 'Too late.')
  const leases = await keepTurnLeases(service.deps, () => {})
  const { token, owner } = await signIn()
  const session_id = await service.openSession(token)
  const body = { session_id, query: 'Hi' }
  const headers = { prefer: 'respond-async' }
  const begun = await service.fetch('POST', '/api/chat/query', { token, body, headers })
  expect(begun.status).toBe(202)
  await updateUser(service.deps, owner, { isDisabled: true })
  const status = async () =>
    (
      await service.deps.db.pool.query('select is_cancel_requested, status from runs where user_id = $1', [
        owner,
      ])
    ).rows[0].status
  setTimeout(1_500).then(() => gate.resolve())
  await expect.poll(status, { timeout: 10_000 }).toBe('cancelled')
  leases.close()
})

test('a session of a disabled person answers no further request', async () => {
  const { token, owner } = await signIn()
  const { id } = await createTestSession(service.deps.db, owner)
  const read = () => service.fetch('GET', `/api/chat/session/${id}`, { token })
  expect((await read()).status).toBe(200)
  await updateUser(service.deps, owner, { isDisabled: true })
  expect((await read()).status).toBe(401)
})

test('an API key of a disabled person opens no door any more, and that of another person does', async () => {
  const [leaver, stayer] = [await signIn(), await signIn()]
  const createKey = async (token: string) =>
    `${(await service.call('POST', '/apikeys', { token, body: { name: 'CI' } })).secret}`
  const [gone, kept] = [await createKey(leaver.token), await createKey(stayer.token)]
  const knock = (token: string) =>
    Promise.all(
      ['/api/agent', '/api/v1/models'].map(
        async (path) => (await service.fetch('GET', path, { token })).status,
      ),
    )
  expect(await knock(gone)).toEqual([200, 200])
  await updateUser(service.deps, leaver.owner, { isDisabled: true })
  expect(await knock(gone)).toEqual([401, 401])
  expect(await knock(kept)).toEqual([200, 200])
})
