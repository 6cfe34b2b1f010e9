import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openService, type TestService } from '@parley/cli/testing'
import { buildOpenApi } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChangingToolServer, startChangingToolServer } from './testing/changing-tool-server.ts'
import { type Printed, runPython, runShell, runTypeScript, type Sample } from './testing/run-samples.ts'
import { type Inputs, newWallet, openReader, prepareAccount, type Reader } from './testing/sample-account.ts'
import { prepareRecords } from './testing/sample-records.ts'

type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[]
}

// The document is made of plain objects of this form.
const { paths } = buildOpenApi() as { paths: Record<string, Record<string, Operation>> }
const OPERATIONS = Object.values(paths).flatMap((path) =>
  Object.values(path).filter((one) => 'operationId' in one),
)
const database = useTestDatabase()
const WALLETS = [newWallet(), newWallet(), newWallet()] as const

let folder: string
let tools: ChangingToolServer
let service: TestService

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-reference-'))
  tools = await startChangingToolServer(folder)
  service = await openService(database.url, {
    hostName: 'localhost',
    settings: {
      PARLEY_CATALOG_FILE: tools.catalogFile,
      // The example of a database connection reads the service's own, which is refused otherwise.
      PARLEY_EGRESS_ALLOW: `database:${new URL(database.url).host}`,
      PARLEY_ADMIN: WALLETS.map(({ address }) => `wallet:${address}`).join(','),
    },
  })
}, 60_000)
afterAll(async () => {
  await service.close()
  await tools.close()
  await rm(folder, { recursive: true, force: true })
})

/** Fills in every example of one language for a reader with their own records. */
async function prepare(reader: Reader, change: Inputs): Promise<(label: string) => Sample[]> {
  const { all, inputs } = await prepareRecords(reader, {
    databaseUrl: database.url,
    receiver: `${tools.origin}/parley`,
  })
  const own: Readonly<Record<string, Inputs>> = {
    ...inputs,
    ...(await prepareAccount(reader)),
    'agent.acceptTool': change,
  }
  return (label) =>
    OPERATIONS.map((operation) => {
      const { operationId: name } = operation
      const { token = reader.token, ...given } = own[name] ?? {}
      const isByPerson = sourceOf(operation, 'curl').includes('$TOKEN')
      const bearer = isByPerson ? String(token) : reader.key
      return { name, source: sourceOf(operation, label), bearer, inputs: { ...all, ...given } }
    }).toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
}

/** These end the credentials of their caller. */
const isLast = ({ name }: Sample) => ['apiKey.revokeSelf', 'account.endOtherSessions'].includes(name)

function sourceOf(operation: Operation, label: string): string {
  return operation['x-codeSamples'].find((sample) => sample.label === label)?.source ?? ''
}

/** Agents whose tool the server then changes, one for each reader; returns the change that each may accept. */
async function prepareChangedTool(readers: readonly Reader[]): Promise<Inputs[]> {
  const tool = { tool_name: 'send_mail', tool_server_id: 'acme/mail', properties: [] }
  const agents = await Promise.all(
    readers.map(async ({ origin, parley }) => {
      const config = {
        provider: 'ollama',
        model: 'm',
        base_url: `${origin}/demo-model/v1`,
        name: 'Post',
      } as const
      const { id } = await parley.llmConfig.create(config)
      return parley.agent.create({ name: 'Post', model_config_id: id, tools: [tool] })
    }),
  )
  tools.change()
  return Promise.all(
    readers.map(async ({ parley }, at) => {
      const agent_id = String(agents[at]?.agent_id)
      const { problems } = await parley.agent.listToolProblems({ agent_id })
      return { agent_id, definition_hash: definitionHashOf(problems[0]) }
    }),
  )
}

function definitionHashOf(problem: unknown): string {
  return /"definition_hash":"([^"]+)"/.exec(JSON.stringify(problem))?.[1] ?? ''
}

const failuresOf = (printed: Printed) =>
  Object.entries(printed).filter(([, text]) => /^FAILED|"status":"error"|"error":\{/m.test(text))

test('every example of the reference works in curl, TypeScript and Python', async () => {
  const readers = await Promise.all(WALLETS.map((wallet) => openReader(service.origin, wallet)))
  const changes = await prepareChangedTool(readers)
  const [shell, typescript, python] = await Promise.all(
    readers.map((reader, at) => prepare(reader, changes[at] ?? {})),
  )
  const place = { origin: service.origin, folder }
  const names = OPERATIONS.map(({ operationId }) => operationId).toSorted()
  const results = await Promise.all([
    runShell(shell?.('curl') ?? [], place),
    runTypeScript(typescript?.('TypeScript') ?? [], place),
    hasPython() ? runPython(python?.('Python') ?? [], place) : null,
  ])
  for (const printed of results) {
    if (printed === null) continue
    expect(Object.keys(printed).toSorted()).toEqual(names)
    expect(failuresOf(printed)).toEqual([])
  }
  expect(Object.values(results[0] ?? {}).filter((text) => text.trim() === '')).toEqual([])
}, 360_000)

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
