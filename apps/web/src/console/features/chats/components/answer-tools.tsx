'use client'

import { IconRefresh } from '@tabler/icons-react'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { LazyMenu } from '#web/console/components/lazy-menu.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { useChatActions } from './chat-actions.ts'

const importMenu = () => import('./ask-again-items.tsx').then((module) => module.AskAgainItems)
const RateAnswer = lazyPart(() => import('./rate-answer.tsx').then((module) => module.RateAnswer))

/** Asks the question of an answer again, in a new branch; rates the answer. */
export function AnswerTools({ place, text }: { readonly place: number; readonly text: string }) {
  const { isBusy } = useChatActions()
  if (isBusy) return null
  return (
    <>
      <LazyMenu
        label={CONVERSATION_TEXTS.askAgain}
        icon={IconRefresh}
        importMenu={importMenu}
        menuProps={{ place, question: text }}
      />
      <RateAnswer place={place} />
    </>
  )
}
