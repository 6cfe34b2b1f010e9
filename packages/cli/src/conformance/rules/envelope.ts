import { randomUUID } from 'node:crypto'
import type { Reply } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, requireOne, show } from '../violation.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`

/** Throws Violation unless a reply is a failure with one of the statuses, in the documented form. */
export function requireFailure(reply: Reply, statuses: readonly number[], call: string): void {
  requireOne(reply.status, statuses, `The status of ${call}`)
  requireFields(reply.json, ['message', 'status'], `The failure of ${call}`)
  const { status, message } = reply.json as { status: unknown; message: unknown }
  requireOne(status, ['error'], `status of ${call}`)
  requireForm(message, /\S/, `message of ${call}`)
}

/** Rules about the form of every reply. */
export const ENVELOPE_RULES: readonly Rule[] = [
  {
    anchor: at('envelope-success'),
    title: 'A success is status 200 with exactly status and data.',
    check: async ({ probe }) => {
      const reply = await probe('GET', '/agent')
      requireOne(reply.status, [200], 'The status of GET /agent')
      requireFields(reply.json, ['data', 'status'], 'The reply of GET /agent')
      requireOne((reply.json as { status: unknown }).status, ['ok'], 'status of GET /agent')
      ensure(
        Array.isArray(reply.data.agents),
        `data.agents of GET /agent is ${show(reply.data.agents)} and must be a list.`,
      )
    },
  },
  {
    anchor: at('envelope-bare'),
    title: 'Deleting a session returns exactly status.',
    check: async ({ probe, agentId }) => {
      const body = { agent_id: await agentId(), name: 'Conformance check' }
      const { data } = await probe('POST', '/chat/session/new', { body })
      const reply = await probe('DELETE', `/chat/session/${data.session_id}`)
      requireOne(reply.text, ['{"status":"ok"}'], 'The reply to the deletion of a session')
    },
  },
  {
    anchor: at('envelope-failure'),
    title: 'A failure has exactly status and message, and shows nothing of the inside.',
    check: async ({ probe }) => {
      const calls = [
        await probe('GET', `/agent/${randomUUID()}`),
        await probe('POST', '/agent', { raw: '{' }),
        await probe('GET', '/no/such/path'),
      ]
      for (const reply of calls) {
        requireFailure(reply, [400, 404], 'a wrong call')
        ensure(
          !/\bat \S+:\d+:\d+|SELECT |node_modules|stack/i.test(reply.text),
          `A failure shows ${show(reply.text)}.`,
        )
      }
    },
  },
  {
    anchor: at('envelope-headers'),
    title: 'Replies carry X-Request-Id and no-store, and failures X-Error-Code.',
    check: async ({ probe }) => {
      const fine = await probe('GET', '/agent')
      const failed = await probe('GET', `/agent/${randomUUID()}`)
      for (const reply of [fine, failed]) {
        ensure(Boolean(reply.header('x-request-id')), 'A reply has no X-Request-Id.')
        requireForm(reply.header('cache-control'), /\bno-store\b/, 'Cache-Control of an authenticated reply')
      }
      requireOne(failed.header('x-error-code'), ['not_found'], 'X-Error-Code of a missing record')
    },
  },
  {
    anchor: at('envelope-unknown-fields'),
    title: 'Unknown fields of a body are ignored.',
    check: async ({ probe, configId, remove }) => {
      const body = { name: 'Conformance check', model_config_id: await configId(), no_such_field: { a: 1 } }
      const reply = await probe('POST', '/agent', { body })
      if (reply.data.agent_id !== undefined) remove(`/agent/${reply.data.agent_id}`)
      requireOne(reply.status, [200], 'The status of a body with an unknown field')
    },
  },
  ...STATUS_RULES(),
]

function STATUS_RULES(): Rule[] {
  const anchor = at('status-of-each-failure')
  return [
    {
      anchor,
      title: 'A body that is not a JSON object is 400.',
      check: async ({ probe }) => {
        for (const raw of ['{', '[]', 'null', '"text"', ''])
          requireFailure(await probe('POST', '/agent', { raw }), [400], `the body ${show(raw)}`)
      },
    },
    {
      anchor,
      title: 'A body that does not fit its schema is 400.',
      check: async ({ probe }) => {
        for (const body of [{}, { name: 5 }, { name: 'A', model_config_id: 'x' }])
          requireFailure(await probe('POST', '/agent', { body }), [400], `the body ${show(body)}`)
      },
    },
    {
      anchor,
      title: 'An id of the wrong form is 400.',
      check: async ({ probe }) => {
        for (const path of ['/agent/1', '/chat/session/x', '/llm_config/abc', '/chat/run/0'])
          requireFailure(await probe('GET', path), [400], `GET ${path}`)
      },
    },
    {
      anchor,
      title: 'A missing record is 404.',
      check: async ({ probe }) => {
        const paths = [
          `/agent/${randomUUID()}`,
          `/chat/session/${randomUUID()}`,
          '/llm_config/2147483000',
          `/chat/run/${randomUUID()}`,
        ]
        for (const path of paths) requireFailure(await probe('GET', path), [404], `GET ${path}`)
      },
    },
    {
      anchor,
      title: 'Another method of a path is 405 with Allow.',
      check: async ({ probe }) => {
        const reply = await probe('PUT', '/agent', { body: {} })
        requireFailure(reply, [405], 'PUT /agent')
        requireForm(
          reply.header('allow'),
          /\bGET\b[\s\S]*\bPOST\b|\bPOST\b[\s\S]*\bGET\b/,
          'Allow of PUT /agent',
        )
      },
    },
    {
      anchor,
      title: 'A body of another type is 415.',
      check: async ({ probe }) => {
        const headers = { 'content-type': 'text/plain' }
        requireFailure(await probe('POST', '/agent', { raw: '{}', headers }), [415], 'a body of text/plain')
      },
    },
    {
      anchor,
      title: 'A body above the limit is 413.',
      check: async ({ probe }) => {
        const body = { name: 'x'.repeat(1_100_000) }
        requireFailure(await probe('POST', '/agent', { body }), [413], 'a body of 1.1 MB')
      },
    },
  ]
}
