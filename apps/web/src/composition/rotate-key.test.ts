import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi } from '@parley/api/testing'
import { createCipher, openInstallationSecrets, openSignInRecords } from '@parley/core'
import { createApproval, listSealedRows, type OwnerId } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { Secret } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../../../scripts/rotate-key.mjs')
const [former, next, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)]

const database = useTestDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rotate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the script as an operator does, with the master keys in this order. */
function rotate(...keys: Buffer[]): Promise<{ code: number; lines: string[] }> {
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: folder,
    PARLEY_MASTER_KEY: keys.map((key) => key.toString('base64')).join(','),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ code, lines: `${stdout}${stderr}`.trim().split('\n') })
    })
  })
}

/** Stores one secret of each kind under a master key, through the service where an operation stores this kind. */
async function storeSecrets(key: Buffer) {
  const cipher = createCipher([key])
  const api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const { data, toolServers } = api.deps
  Object.assign(api.deps, {
    cipher,
    data: { ...data, connect: async () => ({ tables: [], bytes: 0 }) },
    toolServers: { ...toolServers, pin: async () => ({}) },
  })
  const { token, userId } = await api.signIn()
  const owner = userId as OwnerId
  const post = async (path: string, body: object, headers = {}) => {
    const reply = await api.send('POST', path, { bearer: token, body, headers })
    expect(reply.status, reply.body.message).toBe(200)
    return reply.body.data
  }
  const config = { provider: 'openai', model: 'm', name: 'C', api_key: 'sk-kept' }
  const { id } = await post('/llm_config', config, { 'idempotency-key': 'once' })
  const connection = { kind: 'postgresql', host: 'db.example', database: 'shop', user: 'u', password: 'p' }
  await post('/data_source', { name: 'shop', connection })
  const property = { key: 'token', value: 's3cret', datatype: 'string' }
  const tools = [{ tool_name: 'send', tool_server_id: 'acme/mail', properties: [property] }]
  await post('/agent', { name: 'A', model_config_id: id, tools })
  await openSignInRecords(api.deps).save({ ownerId: owner, toolServerId: 'acme/mail' }, { tokens: {} })
  const step = { runId: randomUUID(), stepId: 1 }
  const place = { table: 'approval', row: `${step.runId} 1`, owner }
  const argumentsCipher = cipher.encrypt(new Secret('{}'), place)
  await createApproval(database.db, owner, { ...step, toolServerId: 's', toolName: 't', argumentsCipher })
  return { api, token, id }
}

async function sealedWith(key: Buffer) {
  const cipher = createCipher([key])
  const tables: string[] = []
  for await (const { place, sealed } of listSealedRows(database.db))
    if (cipher.isCurrent(sealed)) tables.push(place.table)
  return tables.toSorted()
}

const KINDS = ['agent', 'approval', 'data_source', 'idempotency_key', 'llm_config', 'tool_sign_in']

test('the operator changes the master key: everything is sealed anew, and the script says when the old key can go', async () => {
  await openInstallationSecrets(database.db, createCipher([former]))
  const { api, token, id } = await storeSecrets(former)
  expect(await sealedWith(former)).toEqual(KINDS)

  expect(await rotate(next, former)).toEqual({
    code: 0,
    lines: [
      'Sealed 7 values with the current master key. 0 were sealed with it before.',
      'The former master keys are no longer needed. Remove them and restart the service.',
    ],
  })
  expect([await sealedWith(former), await sealedWith(next)]).toEqual([[], KINDS])
  Object.assign(api.deps, { cipher: createCipher([next]) })
  const { models } = (await api.send('GET', '/llm_config', { bearer: token })).body.data
  expect(models).toMatchObject([{ id, api_key: 'sk-kept' }])

  expect((await rotate(next)).lines.at(-1)).toBe(
    'Only one master key is configured, and every value is sealed with it.',
  )
}, 60_000)

test('a value that no configured key opens is named, and the former keys are to be kept', async () => {
  const { id } = await storeSecrets(lost)
  const { code, lines } = await rotate(next, former)
  expect(code).toBe(1)
  expect(lines[1]).toBe(
    '6 values cannot be opened with any configured key. Keep the former keys, and add the missing one:',
  )
  expect(lines.slice(2)).toContain(`  llm_config ${id}`)
  expect(await sealedWith(lost)).toEqual(KINDS)

  expect((await rotate(next, former, lost)).code).toBe(0)
  expect(await sealedWith(next)).toEqual([...KINDS, ...KINDS].toSorted())
}, 60_000)

test('a master key that does not belong to the database changes nothing', async () => {
  const { code, lines } = await rotate(randomBytes(32))
  expect(code).not.toBe(0)
  expect(lines.join(' ')).toContain('master key that is not configured')
  expect(await sealedWith(next)).toHaveLength(2 * KINDS.length)
}, 60_000)
