'use client'

import { IconPencil } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { useBranches } from '#web/console/queries/session.ts'
import { useChatActions } from './chat-actions.ts'

/** Few chats have branches. */
const Versions = dynamic(() => import('./versions.tsx').then((module) => module.Versions), { ssr: false })
const QuestionEditor = dynamic(
  () => import('./question-editor.tsx').then((module) => module.QuestionEditor),
  { ssr: false },
)

type Props = { readonly place: number; readonly text: string }

/** Edits a question, and leads to its other versions. */
export function QuestionTools({ place, text }: Props) {
  const { sessionId, isBusy, edit } = useChatActions()
  const branches = useBranches(sessionId).data?.branches ?? []
  return (
    <>
      {!isBusy && (
        <IconAction label={CONVERSATION_TEXTS.editQuestion} icon={IconPencil} onClick={() => edit(place)} />
      )}
      {branches.length > 1 && <Versions place={place} branches={branches} text={text} />}
    </>
  )
}

/** The editor of a question, below it. */
export function QuestionFoot({ place, text }: Props) {
  const { editing, isBusy } = useChatActions()
  if (editing !== place || isBusy) return null
  return <QuestionEditor place={place} text={text} />
}
