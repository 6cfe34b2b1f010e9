import { execFile, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { openService, type TestService, type TestUser } from '@parley/cli/testing'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')
const database = useTestDatabase()

/** Python 3.9 or newer, or null where this computer has none. */
const python = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' })
    return 'python3'
  } catch {
    return null
  }
})()
if (python === null)
  process.stderr.write('The tests of the Python client are skipped: there is no python3 3.9 or newer.\n')

/** The commands of the shell example that this computer lacks. */
const missingCommands = ['curl', 'openssl', 'perl'].filter((command) => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})
if (missingCommands.length > 0)
  process.stderr.write(
    `The test of the shell example is skipped: there is no ${missingCommands.join(', ')}.\n`,
  )

let service: TestService
let alice: TestUser
let bob: TestUser

beforeAll(async () => {
  service = await openService(database.url)
  alice = await service.signIn()
  bob = await service.signIn()
}, 60_000)
afterAll(() => service.close())

/** Runs a program with the client as `parley`, and returns its output. */
async function run(program: string, { key = alice.key, origin = service.origin } = {}): Promise<string> {
  const head = `import json, sys\nfrom parley_client import *\nparley = Parley(${JSON.stringify(origin)}, ${JSON.stringify(key)})\n`
  const env = { ...process.env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await promisify(execFile)(String(python), ['-c', head + program], { env })
  return stdout
}

async function runExample(command: string, file: string): Promise<string> {
  const env = {
    ...process.env,
    PARLEY_ORIGIN: service.origin,
    PARLEY_API_KEY: alice.key,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const { stdout } = await promisify(execFile)(command, [path.join(ROOT, 'examples', file)], { env })
  return stdout
}

const LOST_TWICE =
  /^The run goes on: [^\n]*\nLost the connection for the first [^\n]*\nLost the connection for the second [^\n]*\nThe webhook says that run [0-9a-f-]{36} ended\.\n/

test.skipIf(python === null)(
  'the Python example loses the connection twice, verifies the webhook and prints the answer and its steps',
  async () => {
    const printed = await runExample(String(python), 'webhook.py')
    expect(printed).toMatch(LOST_TWICE)
    expect(printed).toMatch(/\b28\b[\s\S]*\d\. execute_sql: ok\n[\s\S]*\d\. final_response: ok\n$/)
  },
)

test.skipIf(missingCommands.length > 0)(
  'the shell example loses the connection twice, verifies the webhook and prints the answer and its steps',
  async () => {
    const printed = await runExample('sh', 'webhook.sh')
    expect(printed).toMatch(LOST_TWICE)
    expect(printed).toMatch(/\b28\b[\s\S]*\nexecute_sql\n[\s\S]*final_response\n$/)
  },
)

test.skipIf(python === null)(
  'records are created, listed in pages and hidden from another user',
  async () => {
    const program = `
config = parley.llm_config.create(provider="ollama", model="m", base_url="http://127.0.0.1:9/v1", name="Paged")
for name in "ABC":
    parley.agent.create(name=name, model_config_id=config["id"], description="")
names = [agent["name"] for page in parley.agent.list_pages(limit=1) for agent in page["agents"]]
print(json.dumps([names[-3:], parley.agent.list()["agents"][-1]["id"]]))`
    const [names, id] = JSON.parse(await run(program))
    expect(names).toEqual(['A', 'B', 'C'])
    const failed = await run(
      `
try:
    parley.agent.get(agent_id=${JSON.stringify(id)})
except ParleyError as error:
    print(json.dumps([str(error), error.status, error.code]))`,
      { key: bob.key },
    )
    expect(JSON.parse(failed)).toEqual(['There is no agent with this id.', 404, 'not_found'])
  },
)

test.skipIf(python === null)('a file is uploaded and its rows are exported as CSV', async () => {
  const program = `
import pathlib, tempfile
file = pathlib.Path(tempfile.mkdtemp()) / "towns.csv"
file.write_text("town,rain\\nOslo,12\\nRome,3\\n")
source = parley.data_source.upload(str(file))
sys.stdout.write(parley.data_source.export(sql="select town from towns.towns order by rain").decode())
parley.data_source.delete(data_source_id=source["id"])`
  expect((await run(program)).trim().split(/\r?\n/)).toEqual(['town', 'Rome', 'Oslo'])
})

test.skipIf(python === null)('a stream that breaks twice is continued behind its last event', async () => {
  const id = '7f8a2c4e-0000-4000-8000-000000000001'
  const frame = (name: string, at: number, data: object) =>
    `id: ${at}\nevent: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`
  const answer = `event: message\ndata: ${JSON.stringify({ status: 'ok', data: { content: 'abc' } })}\n\n`
  const parts = [
    frame('run', 1, { run_id: id }) + frame('text', 2, { delta: 'a' }),
    frame('text', 3, { delta: 'b' }),
    frame('text', 4, { delta: 'c' }) + answer,
  ]
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['last-event-id'] ?? '-'}`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(parts[seen.length - 1] ?? '', () =>
      seen.length < 3 ? response.destroy() : response.end(),
    )
  })
  const origin = await listen(server)
  const printed = await run(
    `print("".join(event.get("delta", "") for event in parley.chat.query_stream(session_id="s", query="q")))`,
    { origin },
  )
  server.close()
  expect(printed).toBe('abc\n')
  expect(seen).toEqual([
    'POST /api/chat/query -',
    `GET /api/chat/run/${id}/events 2`,
    `GET /api/chat/run/${id}/events 3`,
  ])
})

test.skipIf(python === null)(
  'a POST that failed for a moment is sent again under one idempotency key',
  async () => {
    const keys: unknown[] = []
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'])
      const isFirst = keys.length === 1
      const body = isFirst
        ? { status: 'error', message: 'Stopping.' }
        : { status: 'ok', data: { agent_id: 'a' } }
      response
        .writeHead(isFirst ? 503 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    })
    const origin = await listen(server)
    expect(await run('print(parley.agent.create(name="A", model_config_id=1)["agent_id"])', { origin })).toBe(
      'a\n',
    )
    server.close()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  },
)

test.skipIf(python === null)(
  'a webhook is accepted with its signature only, and for five minutes only',
  async () => {
    const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update('msg_1.1000.{"a":1}')
      .digest('base64')
    const check = (body: string, now: number) => `
try:
    headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": "1000", "Webhook-Signature": "v1,AAAA v1,${signature}"}
    verify_webhook("whsec_${secret}", headers, ${JSON.stringify(body)}.encode(), now=${now})
    print("accepted")
except ValueError as error:
    print(error)`
    const printed = await run(check('{"a":1}', 1100) + check('{"a":2}', 1100) + check('{"a":1}', 1400))
    expect(printed.trim().split('\n')).toEqual([
      'accepted',
      'The signature of the webhook is wrong. Check the secret of the endpoint.',
      'The webhook is too old. Check the clock of this computer.',
    ])
  },
)

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
