import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemplates } from '@parley/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { readTemplates } from './read-templates.ts'

const FAST = { provider: 'openai', model: 'fast-1', name: 'Fast', params: { temperature: 0.2 } }

let folder: string
let shell: TestShell
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-templates-'))
  shell = await openTestShell()
})
afterAll(async () => {
  await shell.close()
  await rm(folder, { recursive: true })
})

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'templates.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test("the operator's templates are offered to all users, and stand in no user’s own list", async () => {
  await keepTemplates(shell.deps, await readTemplates(await file({ llm_configs: [FAST] })))
  const token = await shell.signIn()
  const { models } = await shell.call('GET', '/llm_config_template', { token })
  expect(models).toMatchObject([{ ...FAST, user_id: 'default', api_key: '', base_url: null }])
  expect((await shell.call('GET', '/llm_config', { token })).models).toEqual([])
  expect((await shell.fetch('DELETE', `/api/llm_config/${models[0].id}`, { token })).status).toBe(403)
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /missing or is not JSON/],
  ['an unknown provider', { llm_configs: [{ ...FAST, provider: 'acme' }] }, /llm_configs\.0\.provider/],
  ['a key', { llm_configs: [{ ...FAST, api_key: 'secret' }] }, /api_key/],
])('a file with %s is refused, and says where', async (_, content, sentence) => {
  await expect(readTemplates(await file(content))).rejects.toThrow(sentence)
})

test.each<[string, readonly object[], RegExp]>([
  ['two of one name', [FAST, FAST], /two templates called “Fast”/],
  ['a runtime without an address', [{ ...FAST, provider: 'ollama' }], /needs base_url/],
])('%s change nothing', async (_, entries, sentence) => {
  const templates = await readTemplates(await file({ llm_configs: entries }))
  await expect(keepTemplates(shell.deps, templates)).rejects.toThrow(sentence)
  const token = await shell.signIn()
  expect((await shell.call('GET', '/llm_config_template', { token })).models).toMatchObject([
    { name: 'Fast' },
  ])
})
