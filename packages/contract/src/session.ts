import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data, noData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { Message } from './message.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { PersonaId } from './persona.ts'
import { text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'
import { UserId } from './user.ts'

export const SessionId = z.uuid().meta({
  description: 'The id of a session.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000005'],
})

const SessionName = text(LIMITS.nameLength).meta({
  description: 'The name of the session; it may be empty.',
  examples: ['Sales in May'],
})

const Session = z.object({
  session_id: SessionId,
  name: z.string().describe('The name of the session.'),
  created_at: LocalTimestamp,
  persona_id: PersonaId,
  agent_id: AgentId,
})

const SessionSummary = Session.extend({
  user_id: UserId,
  agent_id: AgentId.optional(),
  last_active_at: LocalTimestamp.optional(),
}).meta({
  id: 'SessionSummary',
  description:
    'A session as a list shows it. A page also has agent_id and the time of the newest message, last_active_at.',
})

const SORTS = ['created', 'activity'] as const

const Params = z.object({ session_id: SessionId })

export const session = {
  /** Open a session with an agent. */
  create: endpoint({
    name: 'session.create',
    method: 'POST',
    path: '/chat/session/new',
    audience: 'user',
    scopes: ['chat'],
    summary: 'Open a session with an agent',
    body: z.object({ name: SessionName.optional(), persona_id: PersonaId.optional(), agent_id: AgentId }),
    reply: data(z.object({ session_id: SessionId })),
  }),

  /** Rename a session or switch its agent. */
  update: endpoint({
    name: 'session.update',
    method: 'PATCH',
    path: '/chat/session/{session_id}',
    audience: 'user',
    scopes: ['chat', 'manage'],
    summary: 'Rename a session or switch its agent',
    description:
      'persona_id, an addition to the specification, sets the style of replies from the next answer on.',
    params: Params,
    body: z.object({
      name: SessionName.optional(),
      agent_id: AgentId.optional(),
      persona_id: PersonaId.optional(),
    }),
    reply: data(Session.omit({ persona_id: true })),
  }),

  /** Get a session with its whole history. */
  get: endpoint({
    name: 'session.get',
    method: 'GET',
    path: '/chat/session/{session_id}',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get a session with its whole history',
    description:
      'With a query, an addition, `messages` is a page: the newest messages, oldest first among themselves. Send next_cursor as cursor for the messages before them, until it is null.',
    params: Params,
    query: z.object(PAGE_QUERY),
    reply: data(
      Session.extend({
        messages: z.array(Message).describe('The history, oldest first.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Delete a session and its history. */
  delete: endpoint({
    name: 'session.delete',
    method: 'DELETE',
    path: '/chat/session/{session_id}',
    audience: 'user',
    scopes: ['chat', 'manage'],
    summary: 'Delete a session and its history',
    params: Params,
    reply: noData,
  }),

  /** List my sessions, newest first. */
  list: endpoint({
    name: 'session.list',
    method: 'GET',
    path: '/chat/session',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List my sessions, newest first',
    description:
      'Without a query: all sessions. With any field of the query, an addition: a page of them, with agent_id, last_active_at and next_cursor. Send next_cursor as cursor, with the same filters, until it is null.',
    query: z.object({
      q: text(LIMITS.searchLength)
        .optional()
        .describe('Only sessions whose name or one of whose messages has words that begin with these words.'),
      agent_id: AgentId.optional().describe('Only sessions with this agent.'),
      sort: z
        .enum(SORTS)
        .optional()
        .describe('`created`, the default: newest first. `activity`: those with the newest message first.'),
      ...PAGE_QUERY,
    }),
    reply: data(
      z.object({
        sessions: z.array(SessionSummary).describe('Your sessions, newest first.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),
} as const
