'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAgents } from '#web/features/agents/hooks.ts'
import { keepDraft, useChats } from '#web/features/chats/hooks.ts'
import { useModels } from '#web/features/models/hooks.ts'
import { isOffered } from '#web/features/sources/components/is-offered.ts'
import { useTRPC, useTRPCClient } from '#web/trpc/client.ts'
import { setUpTemplate, type Template } from './components/set-up-template.ts'
import { SAMPLE_TEXTS } from './texts.ts'

/** What the first chat of a template is about, where the template's own words do not fit. */
type First = { readonly session?: string; readonly question?: string }

/** Sets the agent of a template up and goes to its chat; `stage` says what is being done. */
export function useTemplate(template: Template, { session, question }: First = {}) {
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  const [stage, setStage] = useState<string | null>(null)
  const setUp = useMutation({
    mutationFn: () => setUpTemplate(client, { template, session }, setStage),
    onSuccess: async (sessionId) => {
      keepDraft(sessionId, question ?? SAMPLE_TEXTS.templates[template].question)
      router.push(`/chats/${sessionId}`)
      await queryClient.invalidateQueries()
    },
    onError: () => setStage(null),
  })
  return { stage, setUp }
}

/** Which parts of a workspace exist already; undefined while that is not known. */
export function useProgress() {
  const trpc = useTRPC()
  const models = useModels()
  const agents = useAgents()
  const chats = useChats()
  const sources = useQuery(trpc.dataSource.list.queryOptions({}))
  if (!models.data || !agents.data || !chats.data || !sources.data) return undefined
  return {
    model: models.data.length > 0,
    source: !sources.data.data_sources.every(isOffered),
    agent: agents.data.agents.length > 0,
    chat: chats.data.sessions.length > 0,
  }
}
