import { AppError } from '@parley/errors'
import { expect, test } from 'vitest'
import { mergeRegistries, type Registry, type RegistryEntry, type RegistryServer } from '../index.ts'

function summary(qualifiedName: string, description = ''): RegistryEntry {
  return { qualifiedName, displayName: qualifiedName, description, createdAt: '', useCount: 0, homepage: '' }
}

function details(qualifiedName: string, displayName = qualifiedName): RegistryServer {
  return {
    qualifiedName,
    displayName,
    remote: true,
    iconUrl: '',
    connections: [],
    security: { scanPassed: false },
    tools: [],
  }
}

function registryOf(names: readonly string[], { label = '', isCounting = true } = {}): Registry {
  return {
    search: async ({ page }) => ({
      servers: names.slice((page - 1) * 10, page * 10).map((name) => summary(name, label)),
      page,
      pageSize: 10,
      total: isCounting ? names.length : null,
    }),
    server: async (name) => (names.includes(name) ? details(name, label) : null),
  }
}

const broken: Registry = {
  search: async () => Promise.reject(new AppError('upstream_failed', 'The registry is down.')),
  server: async () => Promise.reject(new AppError('upstream_failed', 'The registry is down.')),
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test('pages continue from one registry to the next without gap or repetition', async () => {
  const merged = mergeRegistries([
    registryOf(numbered('a', 13)),
    registryOf(numbered('b', 8)),
    registryOf(numbered('c', 25), { isCounting: false }),
  ])
  const names: string[] = []
  for (let page = 1; page <= 5; page++) {
    const result = await merged.search({ query: '', page })
    expect(result.servers.length).toBe(page < 5 ? 10 : 6)
    expect(result.total).toBeNull()
    names.push(...result.servers.map((server) => server.qualifiedName))
  }
  expect(names).toEqual([...numbered('a', 13), ...numbered('b', 8), ...numbered('c', 25)])
})

test('adds up totals when every registry has one', async () => {
  const merged = mergeRegistries([registryOf(numbered('a', 13)), registryOf(numbered('b', 8))])
  expect(await merged.search({ query: '', page: 1 })).toMatchObject({ total: 21, page: 1, pageSize: 10 })
  expect((await merged.search({ query: '', page: 4 })).servers).toEqual([])
})

test('the first registry that has a name wins', async () => {
  const merged = mergeRegistries([
    registryOf(['shared', 'x'], { label: 'first' }),
    registryOf(['shared', 'y'], { label: 'second' }),
  ])
  const page = await merged.search({ query: '', page: 1 })
  expect(page.servers.map((server) => [server.qualifiedName, server.description])).toEqual([
    ['shared', 'first'],
    ['x', 'first'],
    ['y', 'second'],
  ])
  expect((await merged.server('shared'))?.displayName).toBe('first')
  expect((await merged.server('y'))?.displayName).toBe('second')
  expect(await merged.server('z')).toBeNull()
})

test('a search leaves out a registry that is down, and a look-up fails instead of reporting an unknown name', async () => {
  const merged = mergeRegistries([broken, registryOf(['x'])])
  expect((await merged.search({ query: '', page: 1 })).servers.map((server) => server.qualifiedName)).toEqual(
    ['x'],
  )
  expect((await merged.server('x'))?.qualifiedName).toBe('x')
  await expect(merged.server('unknown')).rejects.toMatchObject({ code: 'upstream_failed' })
  await expect(mergeRegistries([broken, broken]).search({ query: '', page: 1 })).rejects.toMatchObject({
    message: 'The registry is down.',
  })
})
