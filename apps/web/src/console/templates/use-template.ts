'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { keepDraft } from '#web/console/components/conversation/draft.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { setUpTemplate, type Template } from './set-up-template.ts'
import { TEMPLATE_TEXTS } from './texts.ts'

/** The subject of the first chat, if it differs from the template's. */
type First = { readonly session?: string; readonly question?: string }

/** Sets up the agent of a template and opens its chat; `stage` describes the progress. */
export function useTemplate(template: Template, { session, question }: First = {}) {
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  const [stage, setStage] = useState<string | null>(null)
  const setUp = useMutation({
    mutationFn: () => setUpTemplate(client, { template, session }, setStage),
    onSuccess: async (sessionId) => {
      keepDraft(sessionId, question ?? TEMPLATE_TEXTS.templates[template].question)
      router.push(`/chats/${sessionId}`)
      await queryClient.invalidateQueries()
    },
    onError: () => setStage(null),
  })
  return { stage, setUp }
}
