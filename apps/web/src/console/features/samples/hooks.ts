'use client'

import { useQuery } from '@tanstack/react-query'
import { useAgents } from '#web/console/queries/agent.ts'
import { isOffered } from '#web/console/queries/data-source.ts'
import { useModels } from '#web/console/queries/llm-config.ts'
import { useRecentChats } from '#web/console/queries/session.ts'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Which parts of a workspace already exist; undefined while unknown. */
export function useProgress() {
  const trpc = useTRPC()
  const models = useModels()
  const agents = useAgents()
  const chats = useRecentChats(1)
  const sources = useQuery(trpc.dataSource.list.queryOptions({}))
  if (!models.data || !agents.data || !chats.data || !sources.data) return undefined
  return {
    model: models.data.length > 0,
    source: !sources.data.data_sources.every(isOffered),
    agent: agents.data.agents.length > 0,
    chat: chats.data.sessions.length > 0,
  }
}
