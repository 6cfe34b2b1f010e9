import { randomUUID } from 'node:crypto'
import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, requireOne, requireSome, show, Violation } from '../violation.ts'
import { SILENT, type World } from '../world.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const TYPES = ['chat', 'message', 'dia']
const STATUSES = ['ok', 'error', 'interrupted', 'cancelled', 'truncated']
const REPLY = ['artifacts', 'content', 'role', 'run_id', 'status', 'suggestions', 'type']

type Message = Readonly<Record<string, unknown>>
type Step = Readonly<Record<string, unknown>>

async function stepsOf({
  probe,
  traced,
}: World): Promise<{ readonly runId: unknown; readonly steps: readonly Step[] }> {
  const { run_id: runId } = dataOf((await traced()).reply, 'POST /chat/query')
  const { steps } = dataOf(await probe('GET', `/chat/run/${runId}`), 'GET /chat/run/{id}')
  if (!Array.isArray(steps) || steps.length === 0)
    throw new Violation(`steps is ${show(steps)} and must be a list.`)
  return { runId, steps }
}

/** Rules about questions in a session, their messages and their traces. */
export const QUESTION_RULES: readonly Rule[] = [
  {
    anchor: at('query-direct'),
    title: 'A direct answer has the type chat and an empty run_id.',
    needs: ['model'],
    check: async ({ direct }) => {
      const reply = dataOf((await direct()).reply, 'POST /chat/query')
      requireFields(reply, REPLY, 'data of an answer')
      requireOne(reply.role, ['assistant'], 'role of an answer')
      requireOne(reply.type, ['chat', 'dia'], 'type of a direct answer')
      requireOne(reply.run_id, [''], 'run_id of a direct answer')
      requireForm(reply.content, /\S/, 'content of an answer')
    },
  },
  {
    anchor: at('query-stored'),
    title: 'Question and answer are added to the session, with their times.',
    needs: ['model'],
    check: async ({ probe, direct }) => {
      const { sessionId, reply } = await direct()
      const { messages } = dataOf(await probe('GET', `/chat/session/${sessionId}`), 'GET /chat/session/{id}')
      const list = (Array.isArray(messages) ? messages : []) as Message[]
      requireOne(list.map(({ role }) => role).join(), ['user,assistant'], 'The roles of the messages')
      requireOne(list[0]?.content, ['Hello'], 'The stored question')
      requireOne(list[1]?.content, [reply.data.content], 'The stored answer')
      for (const message of list) requireForm(message.created_at, LOCAL_TIME, 'created_at of a message')
    },
  },
  {
    anchor: at('message-type'),
    title: 'Messages of the user have null as type, status, run_id, artifacts and suggestions.',
    needs: ['model'],
    check: async ({ probe, direct }) => {
      const { sessionId } = await direct()
      const { messages } = dataOf(await probe('GET', `/chat/session/${sessionId}`), 'GET /chat/session/{id}')
      const [question, answer] = (Array.isArray(messages) ? messages : []) as Message[]
      for (const field of ['type', 'status', 'run_id', 'artifacts', 'suggestions'])
        requireOne(question?.[field], [null], `${field} of a question`)
      requireOne(answer?.type, TYPES, 'type of an answer')
    },
  },
  {
    anchor: at('message-status'),
    title: 'The status of an answer is one of the documented ones.',
    needs: ['model'],
    check: async ({ direct, traced }) => {
      for (const { reply } of [await direct(), await traced()])
        requireOne(reply.data.status, STATUSES, 'status of an answer')
    },
  },
  {
    anchor: at('message-failed-turn'),
    title: 'A turn that fails keeps the question and adds an answer whose status is not ok.',
    check: async ({ probe, createConfig, remove, openSession }) => {
      const body = { name: 'Conformance check', model_config_id: await createConfig(SILENT) }
      const { agent_id } = dataOf(await probe('POST', '/agent', { body }), 'POST /agent')
      remove(`/agent/${agent_id}`)
      const session_id = await openSession(String(agent_id))
      const reply = await probe('POST', '/chat/query', { body: { session_id, query: 'Hello' } })
      requireFailure(reply, [502, 503, 504], 'a question to a model that does not answer')
      const { messages } = dataOf(await probe('GET', `/chat/session/${session_id}`), 'GET /chat/session/{id}')
      const [question, answer] = (Array.isArray(messages) ? messages : []) as Message[]
      requireOne(question?.content, ['Hello'], 'The stored question')
      requireOne(answer?.role, ['assistant'], 'role of the message behind the question')
      requireOne(answer?.status, ['error', 'interrupted'], 'status of the answer of a failed turn')
    },
  },
  {
    anchor: at('query-suggestions'),
    title: 'Suggestions are at most three texts, the choices of a question, or null, and are not stored.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { sessionId, reply } = await traced()
      const { suggestions, type } = reply.data
      const most = type === 'dia' ? 5 : 3
      const isFine = suggestions === null || (Array.isArray(suggestions) && suggestions.length <= most)
      ensure(isFine, `suggestions is ${show(suggestions)} and must be at most ${most} texts or null.`)
      const { messages } = dataOf(await probe('GET', `/chat/session/${sessionId}`), 'GET /chat/session/{id}')
      for (const message of messages as Message[])
        requireOne(message.suggestions, [null], 'suggestions of a stored message')
    },
  },
  {
    anchor: at('query-run'),
    title: 'An answer with tools names its run, whose trace its owner alone can read.',
    needs: ['model'],
    check: async (world) => {
      const reply = dataOf((await world.traced()).reply, 'POST /chat/query')
      requireOne(reply.type, ['message', 'dia'], 'type of an answer with tools')
      const { runId } = await stepsOf(world)
      if (world.otherKey !== null)
        requireFailure(
          await world.probe('GET', `/chat/run/${runId}`, { key: world.otherKey }),
          [404],
          'a run of another user',
        )
    },
  },
  {
    anchor: at('trace-steps'),
    title: 'Steps are numbered from 1 and have the documented fields.',
    needs: ['model'],
    check: async (world) => {
      const { steps } = await stepsOf(world)
      for (const [index, step] of steps.entries()) {
        requireSome(step, ['step_id', 'agent_name', 'input', 'output', 'status', 'created_at'], 'A step')
        requireOne(step.step_id, [index + 1], 'step_id')
      }
    },
  },
  {
    anchor: at('values-utc-time'),
    title: 'Times of steps are ISO 8601 with Z.',
    needs: ['model'],
    check: async (world) => {
      for (const step of (await stepsOf(world)).steps)
        requireForm(step.created_at, UTC_TIME, 'created_at of a step')
    },
  },
  {
    anchor: at('trace-status'),
    title: 'The status of a step is one of the documented ones.',
    needs: ['model'],
    check: async (world) => {
      for (const step of (await stepsOf(world)).steps)
        requireOne(
          step.status,
          ['ok', 'error', 'timeout', 'refused', 'cancelled', 'partial'],
          'status of a step',
        )
    },
  },
  {
    anchor: at('trace-final'),
    title: 'The last step is final_response with input null and output.content.',
    needs: ['model'],
    check: async (world) => {
      const last = (await stepsOf(world)).steps.at(-1)
      requireOne(last?.agent_name, ['final_response'], 'agent_name of the last step')
      requireOne(last?.input, [null], 'input of the last step')
      requireForm((last?.output as { content?: unknown })?.content, /\S/, 'output.content of the last step')
    },
  },
  {
    anchor: at('trace-tools'),
    title: 'Steps of the built-in tools have the documented inputs and outputs.',
    needs: ['model'],
    check: async (world) => {
      const { steps } = await stepsOf(world)
      const find = (name: string) =>
        steps.filter(({ agent_name, status }) => agent_name === name && status === 'ok')
      for (const step of find('find_metadata')) {
        requireFields(step.input, ['user_question'], 'input of find_metadata')
        requireSome(step.output, ['data'], 'output of find_metadata')
      }
      for (const step of find('execute_sql')) {
        requireSome(step.input, ['generated_sql'], 'input of execute_sql')
        requireSome(step.output, ['rows'], 'output of execute_sql')
      }
    },
  },
  {
    anchor: at('invoke-stateless'),
    title: 'A stateless call stores no session, no message and no run.',
    needs: ['model'],
    check: async ({ probe, agentId }) => {
      const agent_id = await agentId()
      const before = (await probe('GET', '/chat/session')).text
      const reply = dataOf(
        await probe('POST', '/chat/invoke-agent', { body: { agent_id, prompt: 'Hello' } }),
        'POST /chat/invoke-agent',
      )
      requireOne(
        (await probe('GET', '/chat/session')).text,
        [before],
        'The list of sessions after a stateless call',
      )
      const [step] = (reply.trace ?? []) as Step[]
      requireFailure(
        await probe('GET', `/chat/run/${step?.run_id ?? randomUUID()}`),
        [404],
        'the run of a stateless call',
      )
    },
  },
  {
    anchor: at('invoke-agent-trace'),
    title: 'The reply of invoke-agent has the trace, which ends with final_response.',
    needs: ['model'],
    check: async ({ probe, agentId }) => {
      const body = { agent_id: await agentId(), prompt: 'Hello' }
      const reply = dataOf(await probe('POST', '/chat/invoke-agent', { body }), 'POST /chat/invoke-agent')
      requireSome(reply, ['content', 'type', 'status', 'trace'], 'data of invoke-agent')
      const last = (Array.isArray(reply.trace) ? reply.trace : []).at(-1) as Step | undefined
      requireOne(last?.agent_name, ['final_response'], 'agent_name of the last step')
      requireSome(last, ['run_id', 'step_id'], 'The last step')
    },
  },
  {
    anchor: at('invoke-llm-bare'),
    title: 'invoke-llm returns data.content alone.',
    needs: ['model'],
    check: async ({ probe, configId }) => {
      const body = { model_config_id: await configId(), prompt: 'Hello' }
      const reply = dataOf(await probe('POST', '/chat/invoke-llm', { body }), 'POST /chat/invoke-llm')
      requireFields(reply, ['content'], 'data of invoke-llm')
    },
  },
]
