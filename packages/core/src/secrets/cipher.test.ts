import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { Secret } from '@parley/domain'
import { expect, test } from 'vitest'
import { createCipher } from './cipher.ts'

const place = { table: 'llm_config', row: '7', owner: 'alice' }
const master = randomBytes(32)

test('reads back what it wrote, differently each time', () => {
  const cipher = createCipher([master])
  const first = cipher.encrypt(new Secret('sk-1'), place)
  expect(cipher.encrypt(new Secret('sk-1'), place).equals(first)).toBe(false)
  expect(first.includes('sk-1')).toBe(false)
  expect(cipher.decrypt(first, place).reveal()).toBe('sk-1')
})

test('refuses another row, another owner, a changed byte and another key', () => {
  const cipher = createCipher([master])
  const written = cipher.encrypt(new Secret('sk-1'), place)
  const changed = Buffer.from(written)
  changed[20] = (changed[20] ?? 0) ^ 1
  expect(() => cipher.decrypt(written, { ...place, row: '8' })).toThrow('cannot be read')
  expect(() => cipher.decrypt(written, { ...place, owner: 'bob' })).toThrow('cannot be read')
  expect(() => cipher.decrypt(changed, place)).toThrow('cannot be read')
  expect(() => createCipher([randomBytes(32)]).decrypt(written, place)).toThrow('not configured')
})

test('a rotated key still reads what the old one wrote', () => {
  const written = createCipher([master]).encrypt(new Secret('sk-1'), place)
  expect(
    createCipher([randomBytes(32), master])
      .decrypt(written, place)
      .reveal(),
  ).toBe('sk-1')
})

test('a secret never prints itself', () => {
  const secret = new Secret('sk-1')
  expect(`${secret} ${JSON.stringify({ secret })} ${inspect({ secret })}`).not.toContain('sk-1')
})

test('a secret that was read once is refused at another place, and read again after many others', () => {
  const cipher = createCipher([master])
  const written = cipher.encrypt(new Secret('sk-1'), place)
  expect(cipher.decrypt(written, place).reveal()).toBe('sk-1')
  expect(() => cipher.decrypt(written, { ...place, owner: 'bob' })).toThrow('cannot be read')
  for (let number = 0; number < 300; number++) {
    const other = { ...place, row: String(number) }
    expect(cipher.decrypt(cipher.encrypt(new Secret(`sk-${number}`), other), other).reveal()).toBe(
      `sk-${number}`,
    )
  }
  expect(cipher.decrypt(written, place).reveal()).toBe('sk-1')
})
