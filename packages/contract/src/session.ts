import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data, noData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { Message } from './message.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { PersonaId } from './persona.ts'
import { RunId } from './step.ts'
import { text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'
import { UserId } from './user.ts'
import { Comment, Verdict } from './verdict.ts'

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

const Folder = text(LIMITS.nameLength)

/** How a session is kept in the list. */
const keeping = {
  is_pinned: z.boolean().describe('Whether it stands above the others.'),
  is_archived: z.boolean().describe('Whether it is put away.'),
  folder: Folder.meta({ description: 'The folder that holds it; empty for none.', examples: ['Sales'] }),
}

const SessionSummary = Session.extend({
  user_id: UserId,
  agent_id: AgentId.optional(),
  last_active_at: LocalTimestamp.optional(),
  tree_id: z
    .uuid()
    .optional()
    .meta({
      description: 'The same for all branches of a chat.',
      examples: ['7f8a2c4e-0000-4000-8000-000000000006'],
    }),
  is_pinned: keeping.is_pinned.optional(),
  is_archived: keeping.is_archived.optional(),
  folder: keeping.folder.optional(),
  thumbnail: z
    .string()
    .nullable()
    .optional()
    .describe('Path below `{base_url}` of the newest chart of an answer; null without one.'),
  is_running: z.boolean().optional().describe('Whether an answer is being written.'),
}).meta({
  id: 'SessionSummary',
  description:
    'A session as a list shows it. A page also has agent_id, the time of the newest message (last_active_at), and how the session is kept.',
})

const SORTS = ['created', 'activity'] as const
const SHOWN = ['active', 'pinned', 'archived'] as const

const SessionBranch = z
  .object({
    session_id: SessionId,
    name: z.string().describe('The name of the session.'),
    agent_id: AgentId,
    branch_of: SessionId.nullable().describe(
      'The session that it branched from, which may be deleted; null for the first one.',
    ),
    branch_at: z.int().nullable().describe('How many messages it began with; null for the first one.'),
    created_at: LocalTimestamp,
  })
  .meta({ id: 'SessionBranch', description: 'A session among the branches of its chat.' })

const SessionAnswer = z
  .object({
    message: z.int().meta({
      description: 'The position of the answer among the messages of the session, from 1.',
      examples: [2],
    }),
    run_id: RunId,
    rating: z
      .object({ verdict: Verdict, comment: Comment })
      .nullable()
      .describe('What you think of it; null without a rating.'),
  })
  .meta({ id: 'SessionAnswer', description: 'An answer of a session, with its run and its rating.' })

const Params = z.object({ session_id: SessionId })

/** Fields of a session that are not part of its version. */
const NOT_IN_VERSION = ['messages', 'next_cursor', 'is_pinned', 'is_archived', 'folder']

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
    version: { without: NOT_IN_VERSION },
    audience: 'user',
    scopes: ['chat', 'manage'],
    summary: 'Rename a session or switch its agent',
    description:
      'persona_id, an addition to the specification, sets the style of replies from the next answer on. is_pinned, is_archived and folder, additions too, say how the session is kept in the list, and change all branches of its chat.',
    example: { name: 'Sales in May', is_pinned: true },
    params: Params,
    body: z.object({
      name: SessionName.optional(),
      agent_id: AgentId.optional(),
      persona_id: PersonaId.optional(),
      is_pinned: keeping.is_pinned.optional(),
      is_archived: keeping.is_archived.optional(),
      folder: keeping.folder.optional(),
    }),
    reply: data(Session.omit({ persona_id: true })),
  }),

  /** Get a session with its whole history. */
  get: endpoint({
    name: 'session.get',
    method: 'GET',
    path: '/chat/session/{session_id}',
    version: { without: NOT_IN_VERSION },
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get a session with its whole history',
    description:
      'With a query, an addition, `messages` is a page: the newest messages, oldest first among themselves. Send next_cursor as cursor for the messages before them, until it is null. A page also has how the session is kept in the list: is_pinned, is_archived and folder.',
    params: Params,
    query: z.object(PAGE_QUERY),
    reply: data(
      Session.extend({
        messages: z.array(Message).describe('The history, oldest first.'),
        is_pinned: keeping.is_pinned.optional(),
        is_archived: keeping.is_archived.optional(),
        folder: keeping.folder.optional(),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** List the answers of a session with their runs and ratings. */
  listAnswers: endpoint({
    name: 'session.listAnswers',
    method: 'GET',
    path: '/chat/session/{session_id}/answers',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List the answers of a session with their runs and ratings',
    description:
      'Names the run of every answer, also of one without tools, whose message has an empty run_id. Answers whose run was deleted are left out.',
    isAddition: true,
    params: Params,
    reply: data(z.object({ answers: z.array(SessionAnswer).describe('The answers, oldest first.') })),
  }),

  /** Delete a session and its history. */
  delete: endpoint({
    name: 'session.delete',
    method: 'DELETE',
    path: '/chat/session/{session_id}',
    audience: 'user',
    scopes: ['chat', 'manage'],
    summary: 'Delete a session and its history',
    description:
      'With `branches=all`, an addition, every branch of its chat is deleted. Without it the other branches stay, with the runs of the answers that they show.',
    params: Params,
    query: z.object({
      branches: z.enum(['all']).optional().describe('`all`: delete every branch of the chat.'),
    }),
    reply: noData,
  }),

  /** Branch a session at a question. */
  branch: endpoint({
    name: 'session.branch',
    method: 'POST',
    path: '/chat/session/{session_id}/branches',
    audience: 'user',
    scopes: ['chat'],
    summary: 'Branch a session at a question',
    description:
      'Creates a session that begins with the first `keep` messages of this one, which stays as it is. Ask the next question there with POST /chat/query. The last kept message must be an answer.',
    isAddition: true,
    params: Params,
    example: { keep: 2 },
    body: z.object({
      keep: z
        .int()
        .min(0)
        .max(LIMITS.integer)
        .describe('How many messages the branch begins with, from the oldest on.'),
      agent_id: AgentId.optional().describe('The agent of the branch; that of the session by default.'),
      persona_id: PersonaId.optional(),
    }),
    reply: data(z.object({ session_id: SessionId })),
  }),

  /** List the branches of a chat. */
  listBranches: endpoint({
    name: 'session.listBranches',
    method: 'GET',
    path: '/chat/session/{session_id}/branches',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List the branches of a chat',
    isAddition: true,
    params: Params,
    reply: data(
      z.object({
        branches: z
          .array(SessionBranch)
          .describe('The session, and all that branched from it or that it branched from, oldest first.'),
      }),
    ),
  }),

  /** List the folders of my sessions. */
  listFolders: endpoint({
    name: 'session.listFolders',
    method: 'GET',
    path: '/chat/folder',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List the folders of my sessions',
    isAddition: true,
    reply: data(z.object({ folders: z.array(z.string()).describe('The names of the folders, sorted.') })),
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
      show: z
        .enum(SHOWN)
        .optional()
        .describe(
          '`active`: neither pinned nor archived. `pinned`: pinned and not archived. By default all.',
        ),
      folder: Folder.optional().describe('Only sessions in this folder; empty for those in none.'),
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
