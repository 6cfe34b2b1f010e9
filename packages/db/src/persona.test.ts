import { expect, test } from 'vitest'
import { createPersona, deletePersona, getPersona, listPersonas, updatePersona } from './persona.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

test('a persona is created, read, changed and deleted by its owner alone', async () => {
  const { db } = database
  const [owner, other] = [await createTestUser(db), await createTestUser(db)]
  const fields = { name: 'Pirate', description: 'Arr.', instructions: 'Talk like a pirate.' }
  const persona = await createPersona(db, owner, fields)
  expect(persona).toMatchObject({ id: 1001, ...fields })

  expect(await getPersona(db, owner, 1001)).toEqual(persona)
  expect(await getPersona(db, other, 1001)).toBeNull()
  expect(await listPersonas(db, owner)).toEqual([persona])
  expect(await listPersonas(db, other)).toEqual([])

  expect(await updatePersona(db, other, { id: 1001, name: 'Mine' })).toBeNull()
  expect(await updatePersona(db, owner, { id: 1001 })).toEqual(persona)
  expect(await updatePersona(db, owner, { id: 1001, name: 'Captain' })).toEqual({
    ...persona,
    name: 'Captain',
  })

  expect(await deletePersona(db, other, 1001)).toBe(false)
  expect(await deletePersona(db, owner, 1001)).toBe(true)
  expect(await getPersona(db, owner, 1001)).toBeNull()
})
