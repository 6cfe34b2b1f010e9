'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { IconMessagePlus } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { keepDraft, NEW_CHAT } from '#web/console/components/conversation/draft.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { DEMO_MODEL, useModels } from '#web/console/queries/llm-config.ts'
import { useTemplate } from '#web/console/templates/use-template.ts'
import { ENGLISH_QUESTIONS } from '../english-questions.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { guessQuestion } from './guess-question.ts'

/** Opens a new chat with a prepared question about this source; creates an agent when there is none. */
export function AskButton({ source }: { source: DataSource }) {
  const router = useRouter()
  const agents = useAgents()
  const models = useModels().data ?? []
  // Without another model the template of the agent takes the demo model.
  const isDemo = models.every(({ model }) => model === DEMO_MODEL)
  const question = guessQuestion(source, isDemo ? ENGLISH_QUESTIONS : SOURCE_TEXTS.questions)
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
