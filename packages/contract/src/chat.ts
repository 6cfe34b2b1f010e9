import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { LlmConfigId, UnsavedLlmConfig } from './llm-config.ts'
import { AssistantReply, MessageStatus, MessageType } from './message.ts'
import { RunId, StatelessStep, Step } from './run.ts'
import { SessionId } from './session.ts'
import { JsonObject, Prompt, SystemMessage } from './text.ts'

const type = <Name extends string>(name: Name) => z.literal(name).describe('The name of the event.')

/** Events of a streamed call, in order: `run`, then deltas and steps as they happen, then one `message` or `error`. */
export const ChatEvent = z
  .discriminatedUnion('type', [
    z.object({ type: type('run'), run_id: RunId }),
    z.object({ type: type('text'), delta: z.string().describe('The next piece of the answer.') }),
    z.object({ type: type('reasoning'), delta: z.string().describe('The next piece of the reasoning.') }),
    z.object({
      type: type('step_start'),
      step_id: z.int().describe('The place of the step in the trace, from 1.'),
      agent_name: z.string().describe('The tool that runs.'),
      input: JsonObject.nullable().describe('What the tool is called with.'),
    }),
    z.object({
      type: type('step_progress'),
      step_id: z.int().describe('The place of the step in the trace, from 1.'),
      text: z.string().describe('What the step does at the moment.'),
      is_waiting: z.literal(true).optional().describe('Present when the step waits for approval.'),
    }),
    z.object({ type: type('step_end'), step: Step }),
  ])
  .meta({ id: 'ChatEvent', description: 'What happens while an answer is made.' })
export type ChatEvent = z.infer<typeof ChatEvent>

/** The data of the event `error`, which ends a stream that fails after its headers were sent. */
export const StreamError = z
  .object({
    status: z.literal('error').describe('Always `error`.'),
    message: z.string().describe('What is wrong and what to do.'),
    code: z.string().describe('The kind of failure as one word, as X-Error-Code has it.'),
  })
  .meta({ id: 'StreamError' })

const streaming =
  'With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply.'

export const chat = {
  /** Try a configuration without saving it. */
  test: endpoint({
    name: 'chat.test',
    method: 'POST',
    path: '/chat/test',
    audience: 'user',
    summary: 'Try a configuration without saving it',
    failures: [502, 504],
    description: 'Fails with a sentence that says what is wrong, for example that no provider key was given.',
    body: UnsavedLlmConfig,
    reply: data(z.object({ response: z.string().describe('What the model replied to a greeting.') })),
  }),

  /** Ask the agent of a session. */
  query: endpoint({
    name: 'chat.query',
    method: 'POST',
    path: '/chat/query',
    audience: 'user',
    summary: 'Ask the agent of a session',
    failures: [404, 502, 504],
    description: `The exchange is added to the history. An empty run_id says that no tool was used. ${streaming}`,
    body: z.object({ session_id: SessionId, query: Prompt }),
    reply: data(AssistantReply),
    events: ChatEvent,
    // Suggestions are not stored.
    replay: { without: ['suggestions'] },
  }),

  /** Ask an agent once, without a session. */
  invokeAgent: endpoint({
    name: 'chat.invokeAgent',
    method: 'POST',
    path: '/chat/invoke-agent',
    audience: 'user',
    summary: 'Ask an agent once, without a session',
    failures: [404, 502, 504],
    description: `Nothing is stored; the trace comes with the reply and ends with final_response. ${streaming}`,
    body: z.object({ agent_id: AgentId, prompt: Prompt, system_message: SystemMessage.optional() }),
    reply: data(
      z.object({
        content: z.string().describe('The answer.'),
        type: MessageType,
        status: MessageStatus,
        trace: z.array(StatelessStep).describe('The steps of the run.'),
      }),
    ),
    events: ChatEvent,
    // A stateless reply cannot be retrieved again.
    replay: 'nothing',
  }),

  /** Ask a language model once, without tools or history. */
  invokeLlm: endpoint({
    name: 'chat.invokeLlm',
    method: 'POST',
    path: '/chat/invoke-llm',
    audience: 'user',
    summary: 'Ask a language model once, without tools or history',
    failures: [404, 502, 504],
    description: streaming,
    body: z.object({
      model_config_id: LlmConfigId,
      prompt: Prompt,
      system_message: SystemMessage.optional(),
    }),
    reply: data(z.object({ content: z.string().describe('The answer.') })),
    events: ChatEvent,
    // A stateless reply cannot be retrieved again.
    replay: 'nothing',
  }),
} as const
