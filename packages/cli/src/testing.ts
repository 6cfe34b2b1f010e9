import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createParleyClient, type ParleyClient } from '@parley/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const ENGINE = path.join(import.meta.dirname, '../../../apps/web/src/testing/engine-service.ts')

/** A user of the service with an API key. */
export type TestUser = { readonly key: string; readonly parley: ParleyClient }

/** The service in its own process, with the built-in tools and the demo model, without the console. */
export type TestService = {
  readonly origin: string
  readonly signIn: () => Promise<TestUser>
  /** Creates an agent with the data tools, on the demo model or the one at `baseUrl`; returns its id. */
  readonly createAgent: (user: TestUser, name: string, baseUrl?: string) => Promise<string>
  readonly close: () => Promise<void>
}

type ServiceOptions = {
  /** The name of this machine in the address of the service. Passkeys need `localhost`. */
  readonly hostName?: '127.0.0.1' | 'localhost'
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts the service on a database with the migrated schema. */
export async function openService(
  databaseUrl: string,
  { hostName = '127.0.0.1', settings = {} }: ServiceOptions = {},
): Promise<TestService> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'))
  const port = await freePort()
  const origin = `http://${hostName}:${port}`
  const child = spawn(process.execPath, [ENGINE, '--built-in-tools'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      PARLEY_ORIGIN: origin,
      DATABASE_URL: databaseUrl,
      PARLEY_DATA_DIR: folder,
      PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
      PARLEY_LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...settings,
    },
  })
  await lineOf(child)
  return {
    origin,
    signIn: () => signIn(origin),
    createAgent: ({ parley }, name, baseUrl = `${origin}/demo-model/v1`) =>
      createAgent(parley, name, baseUrl),
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(origin: string): Promise<TestUser> {
  const account = privateKeyToAccount(generatePrivateKey())
  const visitor = createParleyClient({ origin })
  const { nonce } = await visitor.auth.challenge({ wallet: account.address })
  const signature = await account.signMessage({ message: nonce })
  const { access_token } = await visitor.auth.verify({ wallet: account.address, signature })
  const reply = await fetch(`${origin}/api/trpc/apiKey.create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Test' }),
  })
  const { result } = (await reply.json()) as { result: { data: { secret: string } } }
  const key = result.data.secret
  return { key, parley: createParleyClient({ origin, credential: key }) }
}

async function createAgent(parley: ParleyClient, name: string, base_url: string): Promise<string> {
  const config = await parley.llmConfig.create({
    provider: 'ollama',
    model: 'parley-demo',
    base_url,
    name: 'Demo',
  })
  const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
    properties: [],
  }))
  const { agent_id } = await parley.agent.create({ name, model_config_id: config.id, tools })
  return agent_id
}

function lineOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      )
    })
  })
}
