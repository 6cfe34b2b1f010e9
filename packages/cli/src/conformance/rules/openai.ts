import { dataOf, type Probe, type Reply } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireForm, requireOne, requireSome, show } from '../violation.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`

/** One member of a list of texts with parameters (RFC 9651 §3.1). */
const MEMBER = '"[^"]+"(?:;[a-z]+=(?:\\d+|"[^"]*"))+'
const MEMBERS = new RegExp(`^${MEMBER}(?:, ${MEMBER})*$`)

/** Rules about limits and about the doors of OpenAI's clients. */
export const OPENAI_RULES: readonly Rule[] = [
  {
    anchor: at('addition-rate-limits'),
    title: 'A question says with RateLimit and RateLimit-Policy what is left of each limit.',
    needs: ['model'],
    check: async ({ direct }) => {
      const { reply } = await direct()
      const [policies, states] = ['ratelimit-policy', 'ratelimit'].map((name) => readMembers(reply, name))
      requireOne(
        [...(states?.keys() ?? [])].join(),
        [[...(policies?.keys() ?? [])].join()],
        'The limits of RateLimit',
      )
      for (const [name, quota] of policies ?? []) {
        const left = states?.get(name) ?? Number.NaN
        ensure(left <= quota, `RateLimit says ${left} are left of ${name}, which allows ${quota}.`)
      }
    },
  },
  {
    anchor: at('addition-openai'),
    title:
      'An agent is a model of /v1/models and completes a chat; an unknown one fails in the form of OpenAI.',
    needs: ['model'],
    check: async ({ probe, agentId }) => {
      const model = await agentId()
      const listed = (await probe('GET', '/v1/models')).json
      const ids = [Object(listed).data ?? []].flat().map((one: { id?: unknown }) => one.id)
      ensure(ids.includes(model), `GET /v1/models lacks the agent ${model}.`)
      const messages = [{ role: 'user', content: 'Hello' }]
      const reply = await probe('POST', '/v1/chat/completions', { body: { model, messages } })
      const [choice] = Object(reply.json).choices ?? []
      requireForm(Object(Object(choice).message).content, /\S/, 'choices[0].message.content')
      await requireOpenAiFailure(probe, '/v1/models/7f8a2c4e-0000-4000-8000-000000000001')
    },
  },
  {
    anchor: at('addition-openai-responses'),
    title: 'A response is a stored run: it is retrieved, continued, and kept only where it is to be stored.',
    needs: ['model'],
    check: async ({ probe, agentId }) => {
      const model = await agentId()
      const create = (more: object = {}) =>
        probe('POST', '/v1/responses', { body: { model, input: 'Hello', ...more } })
      const created = responseOf(await create(), 'POST /v1/responses')
      const id = String(created.id)
      requireForm(id, /^resp_[0-9a-f-]{36}$/, 'id of a response')
      const { session_id } = await runOf(probe, id)
      try {
        const read = responseOf(await probe('GET', `/v1/responses/${id}`), 'GET /v1/responses/{id}')
        requireOne(show(read.output), [show(created.output)], 'output of a retrieved response')
        const next = responseOf(await create({ previous_response_id: id }), 'A continued response')
        requireOne(next.previous_response_id, [id], 'previous_response_id')
        requireOne(
          (await runOf(probe, String(next.id))).session_id,
          [session_id],
          'session_id of the next run',
        )
        const unstored = responseOf(await create({ store: false }), 'A response with store: false')
        await requireOpenAiFailure(probe, `/v1/responses/${unstored.id}`)
      } finally {
        await probe('DELETE', `/chat/session/${session_id}`)
      }
    },
  },
]

/** The first number of each member, by its name: `q` of a policy, `r` of a state. */
function readMembers(reply: Reply, header: string): Map<string, number> {
  const text = reply.header(header)
  requireForm(text, MEMBERS, header)
  const members = [...String(text).matchAll(/"([^"]+)";[a-z]+=(\d+)/g)]
  return new Map(members.map(([, name = '', value]) => [name, Number(value)]))
}

function responseOf({ status, json }: Reply, call: string): Readonly<Record<string, unknown>> {
  requireOne(status, [200], `The status of ${call}`)
  requireSome(json, ['id', 'object', 'status', 'model', 'output', 'usage'], call)
  const response = Object(json)
  requireOne(response.object, ['response'], `object of ${call}`)
  requireOne(response.status, ['completed'], `status of ${call}`)
  return response
}

/** The run that has a response with this id. */
async function runOf(probe: Probe, id: string): Promise<Readonly<Record<string, unknown>>> {
  const { runs } = dataOf(await probe('GET', '/chat/run?limit=50'), 'GET /chat/run')
  const own = [runs ?? []].flat().find((run) => `resp_${Object(run).run_id}` === id)
  ensure(own !== undefined, `GET /chat/run lacks the run of ${id}.`)
  return Object(own)
}

async function requireOpenAiFailure(probe: Probe, path: string): Promise<void> {
  const { status, json } = await probe('GET', path)
  requireOne(status, [404], `The status of GET ${path}`)
  requireForm(Object(Object(json).error).message, /\S/, 'error.message')
}
