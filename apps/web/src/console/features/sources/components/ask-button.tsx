'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { IconMessagePlus } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { keepDraft, NEW_CHAT } from '#web/console/components/conversation/draft.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { useTemplate } from '#web/console/templates/use-template.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { guessQuestion } from './guess-question.ts'

/** Opens a new chat with a prepared question about this source; creates an agent when there is none. */
export function AskButton({ source }: { source: DataSource }) {
  const router = useRouter()
  const agents = useAgents()
  const question = guessQuestion(source)
  const { stage, setUp } = useTemplate('own', { session: source.name, question })

  function ask() {
    if (agents.data?.agents.length === 0) {
      setUp.mutate(undefined, {
        onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
      })
      return
    }
    keepDraft(NEW_CHAT, question)
    router.push('/chats')
  }

  return (
    <Button
      leftSection={<IconMessagePlus size={16} aria-hidden />}
      loading={setUp.isPending || setUp.isSuccess}
      title={stage ?? undefined}
      onClick={ask}
    >
      {SOURCE_TEXTS.ask}
    </Button>
  )
}
