import * as z from 'zod'
import { AgentId } from './agent.ts'
import { ChatEvent } from './chat-event.ts'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { LlmConfigId, UnsavedLlmConfig } from './llm-config.ts'
import { AssistantReply, MessageStatus, MessageType } from './message.ts'
import { SessionId } from './session.ts'
import { StatelessStep } from './step.ts'
import { Images, Prompt, SystemMessage } from './text.ts'
import { TimeZone } from './time-zone.ts'

const streaming =
  'With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply.'

export const chat = {
  /** Try a configuration without saving it. */
  test: endpoint({
    name: 'chat.test',
    method: 'POST',
    path: '/chat/test',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Try a configuration without saving it',
    failures: [502, 504],
    description: 'Fails with a sentence that says what is wrong, for example that no provider key was given.',
    example: { provider: 'ollama', model: 'gpt-oss', base_url: 'http://127.0.0.1:11434/v1' },
    body: UnsavedLlmConfig,
    reply: data(z.object({ response: z.string().describe('What the model replied to a greeting.') })),
  }),

  /** Ask the agent of a session. */
  query: endpoint({
    name: 'chat.query',
    method: 'POST',
    path: '/chat/query',
    audience: 'user',
    scopes: ['chat'],
    summary: 'Ask the agent of a session',
    failures: [404, 502, 504],
    description: `The exchange is added to the history. An empty run_id says that no tool was used. ${streaming} A stream that breaks can be continued with GET /chat/run/{run_id}/events. With \`Prefer: respond-async\` the reply comes at once, with status 202 and the id of the run, which goes on in the background.`,
    body: z.object({
      session_id: SessionId,
      query: Prompt,
      images: Images.optional(),
      time_zone: TimeZone.optional(),
    }),
    reply: data(AssistantReply),
    events: ChatEvent,
    runsInBackground: true,
    // Suggestions are not stored.
    replay: { without: ['suggestions'] },
  }),

  /** Ask an agent once, without a session. */
  invokeAgent: endpoint({
    name: 'chat.invokeAgent',
    method: 'POST',
    path: '/chat/invoke-agent',
    audience: 'user',
    scopes: ['chat'],
    summary: 'Ask an agent once, without a session',
    failures: [404, 502, 504],
    description: `Nothing is stored; the trace comes with the reply and ends with final_response. ${streaming}`,
    body: z.object({
      agent_id: AgentId,
      prompt: Prompt,
      system_message: SystemMessage.optional(),
      time_zone: TimeZone.optional(),
    }),
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
    scopes: ['chat'],
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
