import { OPERATIONS } from '@parley/contract'
import { expect, test } from 'vitest'
import { router } from '../router.ts'
import { procedures } from './procedures.ts'

const { list } = OPERATIONS.session

test('creates a procedure for every verb and a streaming twin for operations with events', () => {
  const verbs = Object.entries(OPERATIONS).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).flatMap(([verb, { events }]) =>
      events ? [`${noun}.${verb}`, `${noun}.${verb}Stream`] : [`${noun}.${verb}`],
    ),
  )
  expect(Object.keys(router._def.procedures).toSorted()).toEqual(verbs.toSorted())
  expect(verbs.filter((name) => name.endsWith('Stream')).toSorted()).toEqual([
    'chat.invokeAgentStream',
    'chat.invokeLlmStream',
    'chat.queryStream',
    'run.followStream',
  ])
})

test('refuses a handler that is missing, superfluous or of another form when it compiles', () => {
  const handler = async () => ({ sessions: [] })
  expect(procedures({ list }, { list: handler })).toHaveProperty('list')
  // @ts-expect-error: the handler of `list` is missing.
  expect(procedures({ list }, {})).toHaveProperty('list')
  // @ts-expect-error: `find` is no operation of the noun.
  expect(procedures({ list }, { list: handler, find: handler })).not.toHaveProperty('find')
  // @ts-expect-error: the reply is not that of `list`.
  expect(procedures({ list }, { list: async () => ({ agents: [] }) })).toHaveProperty('list')
})
