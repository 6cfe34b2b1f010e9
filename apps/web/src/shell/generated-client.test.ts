import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-generated-client-'))

let shell: TestShell
beforeAll(async () => {
  shell = await openTestShell()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await shell.close()
})

/** Generates a client from the committed document, compiles it and returns the compiled module. */
async function makeClient() {
  await generate({
    input: path.join(root, 'docs/openapi.json'),
    output: path.join(folder, 'client'),
    httpClient: 'fetch',
    clientName: 'Parley',
  })
  const compilerOptions = {
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'bundler',
    strict: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    rootDir: 'client',
    outDir: 'out',
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }))
  await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  return createRequire(import.meta.url)(path.join(folder, 'out/index.js'))
}

test('a client generated from the document compiles and calls the service', async () => {
  const { Parley, ApiError } = await makeClient()
  const connect = (TOKEN: string) => new Parley({ BASE: `http://127.0.0.1:${shell.port}/api`, TOKEN })
  const parley = connect(await shell.signIn())
  const fields = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
  const { data: config } = await parley.llmConfig.llmConfigCreate(fields)
  const { data: agent } = await parley.agent.agentCreate({ name: 'A', model_config_id: config.id, tools: [] })
  const { data: session } = await parley.session.sessionCreate({ name: 'S', agent_id: agent.agent_id })

  shell.script('Four.')
  const question = { session_id: session.session_id, query: 'Two and two?' }
  expect((await parley.chat.chatQuery(question)).data).toMatchObject({ content: 'Four.', status: 'ok' })

  const failure = await connect(await shell.signIn())
    .agent.agentGet(agent.agent_id)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 404, body: { status: 'error' } })
})
