import { randomUUID } from 'node:crypto'
import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, requireOne, requireSome, show, Violation } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`

type Frame = { readonly event: string; readonly id: string | null; readonly data: unknown }

/** The events of a stream (WHATWG HTML, "Server-sent events"). Comments are left out. */
function readFrames(text: string): Frame[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const fields = new Map(
      block
        .split(/\r?\n/)
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const data = fields.get('data')
    if (data === undefined) return []
    try {
      return [
        { event: fields.get('event') ?? 'message', id: fields.get('id') ?? null, data: JSON.parse(data) },
      ]
    } catch {
      throw new Violation(`An event has the data ${show(data)}, which is not JSON.`)
    }
  })
}

/** Rules about the additions to the first version. */
export const ADDITION_RULES: readonly Rule[] = [
  {
    anchor: at('addition-streaming'),
    title: 'A stream ends with the event message, which holds the envelope of the plain call.',
    needs: ['model'],
    check: async ({ probe, sessionId }) => {
      const body = { session_id: await sessionId(), query: 'Hello' }
      const reply = await probe('POST', '/chat/query', { body, headers: { accept: 'text/event-stream' } })
      requireForm(reply.header('content-type'), /^text\/event-stream\b/, 'Content-Type of a stream')
      const frames = readFrames(reply.text)
      const last = frames.at(-1)
      requireOne(last?.event, ['message'], 'The last event of a stream')
      requireFields(last?.data, ['data', 'status'], 'The last event of a stream')
      const text = frames
        .map(({ event, data }) => (event === 'text' ? (data as { delta: string }).delta : ''))
        .join('')
      const content = String(Object(Object(last?.data).data).content)
      ensure(
        content.includes(text.trim()),
        `The events have the text ${show(text)} and the answer is ${show(content)}.`,
      )
    },
  },
  {
    anchor: at('addition-follow'),
    title:
      'A run is followed from the first event, or behind the one of Last-Event-ID, with every event once.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { run_id } = dataOf((await traced()).reply, 'POST /chat/query')
      const headers = { accept: 'text/event-stream' }
      const whole = readFrames((await probe('GET', `/chat/run/${run_id}/events`, { headers })).text)
      requireOne(whole.at(-1)?.event, ['message'], 'The last event of a followed run')
      const [first] = whole
      ensure(first?.id != null, 'The first event of a stored run has no id.')
      const resumed = { ...headers, 'last-event-id': first.id }
      const rest = readFrames((await probe('GET', `/chat/run/${run_id}/events`, { headers: resumed })).text)
      requireOne(rest.length, [whole.length - 1], 'The number of events behind the first one')
    },
  },
  {
    anchor: at('addition-background'),
    title: 'Prefer: respond-async is answered with 202, the id of the run and its links.',
    needs: ['model'],
    check: async ({ probe, agentId, remove }) => {
      const opened = { agent_id: await agentId(), name: 'Conformance check' }
      const { session_id } = dataOf(
        await probe('POST', '/chat/session/new', { body: opened }),
        'POST /chat/session/new',
      )
      remove(`/chat/session/${session_id}`)
      const reply = await probe('POST', '/chat/query', {
        body: { session_id, query: 'Hello' },
        headers: { prefer: 'respond-async' },
      })
      requireOne(reply.status, [202], 'The status of a run in the background')
      requireSome(reply.data, ['run_id', 'status', 'links'], 'data of a run in the background')
      const answer = dataOf(
        await probe('GET', `/chat/run/${reply.data.run_id}/events`),
        'GET /chat/run/{id}/events',
      )
      requireOne(answer.role, ['assistant'], 'role of the answer')
    },
  },
  {
    anchor: at('addition-list-runs'),
    title: 'GET /chat/run lists the runs of the caller, a page at a time.',
    check: async ({ probe }) => {
      const reply = dataOf(await probe('GET', '/chat/run?limit=1'), 'GET /chat/run')
      requireSome(reply, ['runs', 'next_cursor'], 'data of GET /chat/run')
      ensure(
        Array.isArray(reply.runs) && reply.runs.length <= 1,
        `runs is ${show(reply.runs)} and must be a list of at most 1.`,
      )
    },
  },
  {
    anchor: at('addition-pages'),
    title: 'Pages hold every record once, and a cut cursor is 400.',
    check: async ({ probe, agentId, configId, remove }) => {
      await agentId()
      const body = { name: 'Conformance check', model_config_id: await configId() }
      const { agent_id } = dataOf(await probe('POST', '/agent', { body }), 'POST /agent')
      remove(`/agent/${agent_id}`)
      const first = await probe('GET', '/agent?limit=1')
      const { agents, next_cursor: cursor } = dataOf(first, 'GET /agent?limit=1')
      requireOne((agents as unknown[])?.length, [1], 'The number of agents on a page of 1')
      requireForm(cursor, /\S/, 'next_cursor')
      requireForm(first.header('link'), /<[^>]+>; rel="next"/, 'Link')
      const second = dataOf(await probe('GET', `/agent?limit=1&cursor=${cursor}`), 'GET /agent?cursor=…')
      ensure(show(second.agents) !== show(agents), 'The second page is the first one.')
      requireFailure(await probe('GET', `/agent?cursor=${String(cursor).slice(2)}`), [400], 'a cut cursor')
    },
  },
  {
    anchor: at('addition-versions'),
    title: 'PATCH with If-Match changes the version that it names, and no other: 412.',
    check: async ({ probe, configId, remove }) => {
      const body = { name: 'Conformance check', model_config_id: await configId() }
      const path = `/agent/${dataOf(await probe('POST', '/agent', { body }), 'POST /agent').agent_id}`
      remove(path)
      const version = (await probe('GET', path)).header('etag')
      requireForm(version, /^"[^"]+"$/, 'ETag of an agent')
      const change = (name: string) =>
        probe('PATCH', path, { body: { name }, headers: { 'if-match': String(version) } })
      requireOne(
        (await change('Changed')).status,
        [200],
        'The status of a change of the version that was read',
      )
      requireFailure(await change('Lost'), [412], 'a change of a version that is gone')
      const { name } = dataOf(await probe('GET', path), 'GET /agent/{id}')
      requireOne(name, ['Changed'], 'The name after a refused change')
    },
  },
  {
    anchor: at('addition-idempotency'),
    title: 'A repeated Idempotency-Key returns the first reply, and 409 with another body.',
    check: async ({ probe, agentId, remove }) => {
      const headers = { 'idempotency-key': randomUUID() }
      const body = { agent_id: await agentId(), name: 'Conformance check' }
      const first = dataOf(
        await probe('POST', '/chat/session/new', { body, headers }),
        'POST /chat/session/new',
      )
      remove(`/chat/session/${first.session_id}`)
      const again = dataOf(await probe('POST', '/chat/session/new', { body, headers }), 'The repetition')
      if (again.session_id !== first.session_id) remove(`/chat/session/${again.session_id}`)
      requireOne(again.session_id, [first.session_id], 'session_id of the repetition')
      const other = await probe('POST', '/chat/session/new', { body: { ...body, name: 'Other' }, headers })
      requireFailure(other, [409], 'the same key with another body')
    },
  },
  {
    anchor: at('addition-cancel'),
    title: 'A run that has ended cannot be cancelled: 409.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { run_id } = dataOf((await traced()).reply, 'POST /chat/query')
      requireFailure(
        await probe('POST', `/chat/run/${run_id}/cancel`),
        [409],
        'cancelling a run that has ended',
      )
    },
  },
  {
    anchor: at('addition-personas'),
    title: 'GET /persona lists the five built-in personas.',
    check: async ({ probe }) => {
      const { personas } = dataOf(await probe('GET', '/persona'), 'GET /persona')
      const ids = (Array.isArray(personas) ? personas : []).map(({ id }: { id: unknown }) => id)
      for (const id of [1, 2, 3, 4, 5]) ensure(ids.includes(id), `The persona ${id} is missing.`)
    },
  },
  {
    anchor: at('addition-operation'),
    title: 'GET /openapi.json describes the interface without a credential.',
    check: async ({ probe }) => {
      const { status, json } = await probe('GET', '/openapi.json', { key: null })
      requireOne(status, [200], 'The status of GET /openapi.json')
      requireForm((json as { openapi?: unknown } | undefined)?.openapi, /^3\./, 'openapi')
      ensure(
        '/chat/query' in Object((json as { paths?: unknown } | undefined)?.paths),
        'The document lacks /chat/query.',
      )
    },
  },
]
