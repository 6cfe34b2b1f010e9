import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDocument } from './read-document.ts'

const document = JSON.parse(
  readFileSync(new URL('../../../../../../../docs/openapi.json', import.meta.url), 'utf8'),
)

describe('readDocument', () => {
  it('reads every operation of the published document', () => {
    const operations = readDocument(document)
    expect(operations.length).toBeGreaterThan(30)
    expect(operations.every(({ id, summary, tag }) => id !== '' && summary !== '' && tag !== '')).toBe(true)
    expect(operations.find(({ id }) => id === 'agent.get')).toMatchObject({
      method: 'GET',
      path: '/agent/{agent_id}',
      isPublic: false,
      parameters: [{ name: 'agent_id', place: 'path', isRequired: true }],
    })
    const read = operations.find(({ id }) => id === 'agent.get')
    expect(read?.samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python'])
    expect(read?.samples[1]?.source).toBe('const reply = await parley.agent.get({ agent_id })')
    expect(read?.failures).toContainEqual({ status: '404', sentence: 'You have no such record.' })
    expect(operations.find(({ id }) => id === 'auth.challenge')).toMatchObject({ isPublic: true })
    expect(operations.find(({ id }) => id === 'agent.create')?.body).toMatchObject({
      properties: { tools: { items: { properties: { approval: { enum: ['auto', 'ask', 'never'] } } } } },
    })
    expect(operations.flatMap(({ parameters }) => parameters).map(({ name }) => name)).not.toContain(
      'Idempotency-Key',
    )
    expect(operations.map(({ path }) => path)).not.toContain('/healthz')
  })

  it('returns no operations for a value that is not a document', () => {
    expect(readDocument(null)).toEqual([])
  })
})
