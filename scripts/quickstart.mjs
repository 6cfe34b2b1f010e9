#!/usr/bin/env node
// A first conversation through the REST interface alone: wallet, sign-in, model, data, agent, session, question,
// trace and chart. Start the service with `npm start`, then run `node scripts/quickstart.mjs`; in a release `./parley start`
// and `./parley quickstart`.
//
//   PARLEY_ORIGIN          where the service answers; http://127.0.0.1:3000
//   PARLEY_DEMO_MODEL_URL  base_url of the demo model; <PARLEY_ORIGIN>/demo-model/v1
import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ExpectedFailure, isExpectedFailure } from './expected-failure.mjs'

const SERVICE = (process.env.PARLEY_ORIGIN ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
const DEMO_MODEL = process.env.PARLEY_DEMO_MODEL_URL ?? `${SERVICE}/demo-model/v1`
const QUESTION = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'
const SAMPLE = 'seattle_weather'
const TOOLS = ['find_metadata', 'execute_sql', 'create_graph']
/** A turn may take three minutes; a little longer shows the service's own reply. */
const REQUEST_MS = 190_000
const SHOWN_CHARACTERS = 300

try {
  await main()
} catch (error) {
  console.error(isExpectedFailure(error) ? `\n${error.message}` : error)
  process.exitCode = 1
}

async function main() {
  const { token, wallet } = await signIn()
  console.log(`Signed in as ${wallet}, a wallet made for this run.`)

  const modelConfigId = await createModel(token)
  const source = await call('POST /data_source', { token, body: { sample: SAMPLE } })
  const [table] = source.tables
  console.log(`Data: ${table.name}, ${table.row_count} rows.`)

  const agentId = await createAgent(token, modelConfigId)
  const opened = await call('POST /chat/session/new', {
    token,
    body: { name: 'Quickstart', persona_id: 1, agent_id: agentId },
  })
  console.log(`Session: ${opened.session_id}\n\nQuestion: ${QUESTION}\n`)

  const reply = await call('POST /chat/query', {
    token,
    body: { session_id: opened.session_id, query: QUESTION },
  })
  console.log(`Answer (${reply.status}):\n\n${reply.content}\n`)
  await showTrace(token, reply.run_id)
  await saveChart(token, reply.artifacts ?? [])
}

/** The wallet flow: a challenge, signed as a personal message, becomes a token. */
async function signIn() {
  const { generatePrivateKey, privateKeyToAccount } = await loadWalletLibrary()
  const account = privateKeyToAccount(generatePrivateKey())
  const { nonce } = await call(`GET /auth/challenge?wallet=${account.address}`)
  const signature = await account.signMessage({ message: nonce })
  const verified = await call('POST /auth/verify', { body: { wallet: account.address, signature } })
  return { token: verified.access_token, wallet: account.address }
}

/** @param {string} token @returns {Promise<number>} the configuration's id */
async function createModel(token) {
  const config = {
    provider: 'ollama',
    model: 'parley-demo',
    base_url: DEMO_MODEL,
    api_key: '',
    name: 'Demo model',
    description: 'Offline demo model: rules, not AI.',
    params: {},
  }
  const tested = await call('POST /chat/test', { token, body: config })
  console.log(`Model: ${config.description} It says: "${firstSentence(tested.response)}"`)
  const created = await call('POST /llm_config', { token, body: config })
  return created.id
}

/** @param {string} token @param {number} modelConfigId @returns {Promise<string>} the agent's id */
async function createAgent(token, modelConfigId) {
  const tools = TOOLS.map((name) => ({ tool_name: name, tool_server_id: 'parley', properties: [] }))
  const created = await call('POST /agent', {
    token,
    body: {
      name: 'Data analyst',
      description: 'Answers questions about the connected data.',
      model_config_id: modelConfigId,
      tools,
    },
  })
  console.log(`Agent: ${created.agent_id}, with ${TOOLS.join(', ')}.`)
  return created.agent_id
}

/** @param {string} token @param {string} runId */
async function showTrace(token, runId) {
  if (runId === '') throw new ExpectedFailure('The answer used no tool, so there is no trace.')
  const { steps } = await call(`GET /chat/run/${runId}`, { token })
  console.log(`Trace of run ${runId}:`)
  for (const step of steps) {
    console.log(`  ${step.step_id}. ${step.agent_name}: ${step.status}`)
    if (step.input !== null) console.log(`     in:  ${brief(step.input)}`)
    console.log(`     out: ${brief(step.output)}`)
  }
}

/** @param {string} token @param {string[]} artifacts */
async function saveChart(token, artifacts) {
  const image = artifacts.find((artifact) => artifact.endsWith('.png'))
  if (image === undefined)
    throw new ExpectedFailure('The answer came without a chart; the trace above says why.')
  const response = await request(`${SERVICE}/api/${image}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok)
    throw new ExpectedFailure(`The chart could not be fetched: HTTP ${response.status} from ${image}.`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-quickstart-'))
  const file = path.join(folder, path.basename(image))
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  console.log(`\nChart: ${file}\nConsole: ${SERVICE}`)
}

/**
 * One call of the REST interface.
 *
 * @param {string} operation method and path, as in "POST /agent"
 * @param {{ token?: string, body?: object }} [options]
 * @returns {Promise<any>} the `data` of the envelope; anything else is an error in a sentence
 */
async function call(operation, { token, body } = {}) {
  const [method = 'GET', route = ''] = operation.split(' ')
  const response = await request(`${SERVICE}/api${route}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  /** @type {any} */
  const reply = await response.json().catch(() => null)
  if (reply?.status === 'ok') return reply.data
  const reason = reply?.message ?? 'the reply is not what this service sends; is PARLEY_ORIGIN right?'
  throw new ExpectedFailure(`${operation.split('?')[0]} failed with HTTP ${response.status}: ${reason}`)
}

/** @param {string} url @param {RequestInit} options @returns {Promise<Response>} */
async function request(url, options) {
  try {
    return await fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_MS) })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new ExpectedFailure(`No reply from ${url} within ${REQUEST_MS / 1000} seconds.`)
    }
    throw new ExpectedFailure(
      `Nothing answers at ${SERVICE}. Start the service in another terminal, or set PARLEY_ORIGIN to its address.`,
    )
  }
}

/** A clone has the wallet library once the service was started. */
async function loadWalletLibrary() {
  try {
    return await import('viem/accounts')
  } catch {
    throw new ExpectedFailure('The packages are not installed yet. Run "npm start" once; it installs them.')
  }
}

/** @param {object} value @returns {string} its JSON on one line, cut */
function brief(value) {
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text
}

/** @param {string} text */
function firstSentence(text) {
  return /^[^.!?\n]*[.!?]?/.exec(text)?.[0] ?? text
}
