import { randomBytes } from 'node:crypto'
import { createLlmConfig, getLlmConfig, reserveLlmConfigId, saveToolSignIn } from '@parley/db'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { Secret } from '@parley/domain'
import { expect, test } from 'vitest'
import { type Cipher, createCipher } from './cipher.ts'
import { rotateMasterKey } from './rotate-master-key.ts'

const database = useTestDatabase()

test('a rotation seals every secret under the new key and names those that no key opens', async () => {
  const { db } = database
  const [former, current, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const owner = await createTestUser(db)
  const addConfig = async (cipher: Cipher) => {
    const id = await reserveLlmConfigId(db)
    const apiKeyCipher = cipher.encrypt(new Secret('sk-1'), { table: 'llm_config', row: String(id), owner })
    const fields = { provider: 'openai', model: 'm', baseUrl: null, params: {}, name: 'C', description: '' }
    await createLlmConfig(db, owner, { ...fields, id, apiKeyCipher })
    return id
  }
  await rotateMasterKey({ db, cipher: createCipher([former]) })
  const readable = await addConfig(createCipher([former]))
  const unreadable = await addConfig(createCipher([lost]))
  const recordCipher = createCipher([former]).encrypt(new Secret('{}'), {
    table: 'tool_sign_in',
    row: 'acme/mail',
    owner,
  })
  await saveToolSignIn(db, owner, { toolServerId: 'acme/mail', recordCipher })

  const first = await rotateMasterKey({ db, cipher: createCipher([current, former]) })
  expect(first).toEqual({ rewrapped: 3, current: 0, unreadable: [`llm_config ${unreadable}`] })
  // The former key is not needed any more: the new one opens everything by itself.
  const alone = createCipher([current])
  expect(await rotateMasterKey({ db, cipher: alone })).toMatchObject({ current: 2 })
  const sealed = (await getLlmConfig(db, owner, readable))?.apiKeyCipher ?? Buffer.alloc(0)
  expect(alone.decrypt(sealed, { table: 'llm_config', row: String(readable), owner }).reveal()).toBe('sk-1')
})
