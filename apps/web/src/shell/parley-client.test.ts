import { createParleyClient } from '@parley/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await openTestShell()
})
afterAll(() => shell.close())

const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' } as const

test('the published client holds a conversation with the service, and reads nothing of another user', async () => {
  const origin = `http://127.0.0.1:${shell.port}`
  const parley = createParleyClient({ origin, credential: await shell.signIn() })
  const { id } = await parley.llmConfig.create(model)
  const { agent_id } = await parley.agent.create({ name: 'A', model_config_id: id, tools: [] })
  const { session_id } = await parley.session.create({ name: 'S', agent_id })

  shell.script('Four.')
  const stream = parley.chat.queryStream({ session_id, query: 'Two and two?' })
  const types: string[] = []
  let next = await stream.next()
  for (; !next.done; next = await stream.next()) types.push(next.value.type)
  expect(types).toEqual(['run', 'text'])
  expect(next.value).toMatchObject({ content: 'Four.', status: 'ok' })

  const source = await parley.dataSource.upload({ file: new File(['a\n1\n'], 'numbers.csv') })
  expect(source.name).toBe('numbers')
  await parley.session.update({ session_id, name: 'Sums' })
  expect((await parley.session.get({ session_id })).name).toBe('Sums')

  const stranger = createParleyClient({ origin, credential: () => shell.signIn() })
  await expect(stranger.session.get({ session_id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(createParleyClient({ origin }).agent.list()).rejects.toMatchObject({ status: 401 })
  await parley.session.delete({ session_id })
  await expect(parley.session.get({ session_id })).rejects.toMatchObject({ status: 404 })
})
