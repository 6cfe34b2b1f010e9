'use client'

import { IconPencil } from '@tabler/icons-react'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { useBranches } from '#web/console/queries/session.ts'
import { useChatActions } from './chat-actions.ts'

/** Few chats have branches. */
const Versions = lazyPart(() => import('./versions.tsx').then((module) => module.Versions))
const QuestionEditor = lazyPart(() => import('./question-editor.tsx').then((module) => module.QuestionEditor))

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
