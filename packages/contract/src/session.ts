import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data, noData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { Message } from './message.ts'
import { PersonaId } from './persona.ts'
import { text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

export const SessionId = z.uuid()

const SessionName = text(LIMITS.nameLength)

const Session = z.object({
  session_id: SessionId,
  name: z.string(),
  created_at: LocalTimestamp,
  persona_id: PersonaId,
  agent_id: AgentId,
})

const Params = z.object({ session_id: SessionId })

export const createSession = endpoint({
  name: 'session.create',
  method: 'POST',
  path: '/chat/session/new',
  audience: 'user',
  summary: 'Open a session with an agent',
  body: z.object({ name: SessionName.optional(), persona_id: PersonaId.optional(), agent_id: AgentId }),
  reply: data(z.object({ session_id: SessionId })),
})

export const updateSession = endpoint({
  name: 'session.update',
  method: 'PATCH',
  path: '/chat/session/{session_id}',
  audience: 'user',
  summary: 'Rename a session or switch its agent',
  description: 'persona_id is an addition to the specification: the tone from the next answer on.',
  params: Params,
  body: z.object({
    name: SessionName.optional(),
    agent_id: AgentId.optional(),
    persona_id: PersonaId.optional(),
  }),
  reply: data(Session.omit({ persona_id: true })),
})

export const getSession = endpoint({
  name: 'session.get',
  method: 'GET',
  path: '/chat/session/{session_id}',
  audience: 'user',
  summary: 'Get a session with its whole history',
  params: Params,
  reply: data(Session.extend({ messages: z.array(Message) })),
})

export const deleteSession = endpoint({
  name: 'session.delete',
  method: 'DELETE',
  path: '/chat/session/{session_id}',
  audience: 'user',
  summary: 'Delete a session and its history',
  params: Params,
  reply: noData,
})

export const listSessions = endpoint({
  name: 'session.list',
  method: 'GET',
  path: '/chat/session',
  audience: 'user',
  summary: 'List my sessions, newest first',
  reply: data(
    z.object({ sessions: z.array(Session.omit({ agent_id: true }).extend({ user_id: z.string() })) }),
  ),
})
