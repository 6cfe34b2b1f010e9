import { ENDPOINTS } from '@parley/contract'
import { expect, test } from 'vitest'
import { OPERATIONS } from './operations.ts'

test('the client offers every operation of the REST API under its own name, and nothing else', () => {
  const offered = Object.entries(OPERATIONS).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, endpoint]) => [`${noun}.${verb}`, endpoint.name]),
  )
  for (const [name, endpoint] of offered) expect(name).toBe(endpoint)
  const documented = ENDPOINTS.filter(({ path }) => path !== null).map(({ name }) => name)
  expect(offered.map(([name]) => name).toSorted()).toEqual(documented.toSorted())
})
