'use client'

import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attachment, isReady } from '#web/console/components/attachments/attachment.ts'
import { useTRPC } from '#web/console/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { Suggestions } from './suggestions.tsx'

type Props = {
  readonly agentId: string
  readonly attachments: readonly Attachment[]
  readonly onChoose: (question: string) => void
}

/** First questions about the newest attached file, otherwise about all data that the agent sees. A click asks one. */
export function StarterQuestions({ agentId, attachments, onChoose }: Props) {
  const trpc = useTRPC()
  const newest = attachments.findLast(isReady)
  const questions = useQuery({
    ...trpc.agent.listStarterQuestions.queryOptions({
      agent_id: agentId,
      ...(newest && { data_source_id: newest.source.id }),
    }),
    staleTime: 60_000,
  })
  return (
    <Suggestions
      label={CHAT_TEXTS.starters}
      suggestions={(questions.data?.questions ?? []).map(({ question }) => question)}
      onChoose={onChoose}
    />
  )
}

/** First questions about attached files, above a composer. */
export function FileQuestions(props: Props) {
  return (
    <Box pb="xs">
      <StarterQuestions {...props} />
    </Box>
  )
}
