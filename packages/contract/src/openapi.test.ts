import { expect, test } from 'vitest'
import { buildOpenApi, ENDPOINTS } from './index.ts'

test('describes every REST operation once, under its own name', () => {
  const { paths } = buildOpenApi() as { paths: Record<string, Record<string, { operationId: string }>> }
  const described = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(described.toSorted()).toEqual(
    ENDPOINTS.filter(({ path }) => path !== null)
      .map(({ name }) => name)
      .toSorted(),
  )
})

test('names are unique and every placeholder of a path is a parameter', () => {
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length)
  for (const endpoint of ENDPOINTS) {
    const placeholders = [...(endpoint.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params.shape)).toEqual(placeholders)
  }
})

test('holds the documented shapes of a query', () => {
  const document = JSON.stringify(buildOpenApi())
  expect(document).toContain('"/chat/query"')
  expect(document).toContain('"text/event-stream"')
  expect(document).not.toContain('undefined')
})
