import { expect, test } from 'vitest'
import { cacheRegistry, type Registry } from '../index.ts'

test('caches results for a minute and failures not at all', async () => {
  let clock = 0
  let calls = 0
  let isDown = true
  const registry: Registry = {
    search: async ({ page }) => {
      calls++
      if (isDown) throw new Error('down')
      return { servers: [], page, pageSize: 10, total: calls }
    },
    server: async () => {
      calls++
      return null
    },
  }
  const cached = cacheRegistry(registry, () => clock)
  await expect(cached.search({ query: 'a', page: 1 })).rejects.toThrow('down')
  isDown = false
  const [first, second] = await Promise.all([
    cached.search({ query: 'a', page: 1 }),
    cached.search({ query: 'a', page: 1 }),
  ])
  expect(second).toBe(first)
  expect(calls).toBe(2)

  clock = 59_999
  await cached.search({ query: 'a', page: 1 })
  expect(calls).toBe(2)
  clock = 60_001
  await cached.search({ query: 'a', page: 1 })
  expect(calls).toBe(3)

  await cached.search({ query: 'a', page: 2 })
  expect(await cached.server('x')).toBeNull()
  expect(await cached.server('x')).toBeNull()
  expect(calls).toBe(5)
})

test('caches a bounded number of results', async () => {
  let calls = 0
  const cached = cacheRegistry({
    search: async () => Promise.reject(new Error('not asked')),
    server: async () => {
      calls++
      return null
    },
  })
  for (let index = 0; index < 501; index++) await cached.server(`s${index}`)
  await cached.server('s500')
  expect(calls).toBe(501)
  await cached.server('s0')
  expect(calls).toBe(502)
})
