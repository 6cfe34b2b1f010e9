import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { LlmConfigId } from './llm-config.ts'
import { AssistantReply, MESSAGE_STATUSES, MESSAGE_TYPES } from './message.ts'
import { RunId, StatelessStep, Step } from './run.ts'
import { SessionId } from './session.ts'
import { JsonObject, Prompt, SystemMessage } from './text.ts'

/** Events of a streamed call, in order: `run`, then deltas and steps as they happen, then one `message` or `error`. */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run_id: RunId }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({ type: z.literal('reasoning'), delta: z.string() }),
  z.object({
    type: z.literal('step_start'),
    step_id: z.int(),
    agent_name: z.string(),
    input: JsonObject.nullable(),
  }),
  z.object({
    type: z.literal('step_progress'),
    step_id: z.int(),
    text: z.string(),
    /** Present when the step waits for its owner's approval. */
    is_waiting: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('step_end'), step: Step }),
])
export type ChatEvent = z.infer<typeof ChatEvent>

const streaming =
  'With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply.'

export const queryChat = endpoint({
  name: 'chat.query',
  method: 'POST',
  path: '/chat/query',
  audience: 'user',
  summary: 'Ask the agent of a session',
  description: `The exchange is added to the history. An empty run_id says that no tool was used. ${streaming}`,
  body: z.object({ session_id: SessionId, query: Prompt }),
  reply: data(AssistantReply),
  events: ChatEvent,
  // Suggestions are stored nowhere.
  replay: { without: ['suggestions'] },
})

export const invokeAgent = endpoint({
  name: 'chat.invokeAgent',
  method: 'POST',
  path: '/chat/invoke-agent',
  audience: 'user',
  summary: 'Ask an agent once, without a session',
  description: `Nothing is stored; the trace comes with the reply and ends with final_response. ${streaming}`,
  body: z.object({ agent_id: AgentId, prompt: Prompt, system_message: SystemMessage.optional() }),
  reply: data(
    z.object({
      content: z.string(),
      type: z.enum(MESSAGE_TYPES),
      status: z.enum(MESSAGE_STATUSES),
      trace: z.array(StatelessStep),
    }),
  ),
  events: ChatEvent,
  // A stateless reply cannot be retrieved again.
  replay: 'nothing',
})

export const invokeLlm = endpoint({
  name: 'chat.invokeLlm',
  method: 'POST',
  path: '/chat/invoke-llm',
  audience: 'user',
  summary: 'Ask a language model once, without tools or history',
  description: streaming,
  body: z.object({ model_config_id: LlmConfigId, prompt: Prompt, system_message: SystemMessage.optional() }),
  reply: data(z.object({ content: z.string() })),
  events: ChatEvent,
  // A stateless reply cannot be retrieved again.
  replay: 'nothing',
})
