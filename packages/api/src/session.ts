import { OPERATIONS } from '@parley/contract'
import {
  branchSession,
  createSession,
  DEFAULT_PERSONA_ID,
  deleteSession,
  getSession,
  getSessionPage,
  listAnswers,
  listBranches,
  listFolders,
  listSessionPage,
  listSessions,
  updateSession,
} from '@parley/core'
import { asksForPage, readPageRequest } from './present/page.ts'
import { presentSessionAnswer } from './present/rating.ts'
import {
  presentBranch,
  presentKeeping,
  presentMessage,
  presentSession,
  presentSessionListEntry,
  presentSessionOfPage,
} from './present/session.ts'
import { procedures } from './procedure/procedures.ts'

/** What the values of `show` select. */
const FILTERS = {
  active: { isPinned: false, isArchived: false },
  pinned: { isPinned: true, isArchived: false },
  archived: { isArchived: true },
} as const

export const session = procedures(OPERATIONS.session, {
  create: async ({ deps, owner, input }) => {
    const sessionId = await createSession(deps, owner, {
      name: input.name ?? '',
      personaId: input.persona_id ?? DEFAULT_PERSONA_ID,
      agentId: input.agent_id,
    })
    return { session_id: sessionId }
  },

  update: async ({ deps, owner, input }) => {
    const session = await updateSession(deps, owner, {
      id: input.session_id,
      ...(input.name !== undefined && { name: input.name }),
      ...(input.agent_id !== undefined && { agentId: input.agent_id }),
      ...(input.persona_id !== undefined && { personaId: input.persona_id }),
      ...(input.is_pinned !== undefined && { isPinned: input.is_pinned }),
      ...(input.is_archived !== undefined && { isArchived: input.is_archived }),
      ...(input.folder !== undefined && { folder: input.folder.trim() }),
    })
    return presentSession(session)
  },

  get: async ({ deps, owner, input: { session_id: id, ...query } }) => {
    if (!asksForPage(query)) {
      const session = await getSession(deps, owner, id)
      return { ...presentSession(session), messages: session.messages.map(presentMessage) }
    }
    const { session, rows, nextCursor } = await getSessionPage(deps, owner, { id, ...readPageRequest(query) })
    const messages = rows.map(presentMessage).toReversed()
    return { ...presentSession(session), ...presentKeeping(session), messages, next_cursor: nextCursor }
  },

  listAnswers: async ({ deps, owner, input }) => ({
    answers: (await listAnswers(deps, owner, input.session_id)).map(presentSessionAnswer),
  }),

  delete: async ({ deps, owner, input }) => {
    await deleteSession(deps, owner, { id: input.session_id, isWholeTree: input.branches === 'all' })
    return {}
  },

  branch: async ({ deps, owner, input }) => {
    const sessionId = await branchSession(deps, owner, {
      id: input.session_id,
      keep: input.keep,
      ...(input.agent_id !== undefined && { agentId: input.agent_id }),
      ...(input.persona_id !== undefined && { personaId: input.persona_id }),
    })
    return { session_id: sessionId }
  },

  listBranches: async ({ deps, owner, input }) => ({
    branches: (await listBranches(deps, owner, input.session_id)).map(presentBranch),
  }),

  listFolders: async ({ deps, owner }) => ({ folders: await listFolders(deps, owner) }),

  list: async ({ deps, owner, input }) => {
    if (!asksForPage(input))
      return { sessions: (await listSessions(deps, owner)).map(presentSessionListEntry) }
    const { rows, nextCursor } = await listSessionPage(deps, owner, {
      ...readPageRequest(input),
      sort: input.sort ?? 'created',
      ...(input.q !== undefined && input.q !== '' && { text: input.q }),
      filter: {
        ...(input.agent_id !== undefined && { agentId: input.agent_id }),
        ...(input.show !== undefined && FILTERS[input.show]),
        ...(input.folder !== undefined && { folder: input.folder }),
      },
    })
    return { sessions: rows.map(presentSessionOfPage), next_cursor: nextCursor }
  },
})
