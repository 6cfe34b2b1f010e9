'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { IconMessagePlus } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { useAgents } from '#web/features/agents/hooks.ts'
import { keepDraft, NEW_CHAT } from '#web/features/chats/hooks.ts'
import { useTemplate } from '#web/features/samples/hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { guessQuestion } from './guess-question.ts'

/** Goes to a new chat with a question about this source already typed; makes an agent where there is none to ask. */
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
