'use client'

import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { useRatedAnswer } from '#web/console/queries/session.ts'
import { useRateAnswer } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useChatActions } from './chat-actions.ts'

const RatingForm = lazyPart(() => import('./rating-form.tsx').then((module) => module.RatingForm))

const texts = CHAT_TEXTS.rating
const VERDICTS = [
  { verdict: 'up', icon: IconThumbUp },
  { verdict: 'down', icon: IconThumbDown },
] as const

/** Says whether an answer is right; a comment can be added. `place` is that of the question in the history. */
export function RateAnswer({ place }: { readonly place: number }) {
  const { sessionId } = useChatActions()
  const answer = useRatedAnswer(sessionId, place + 2)
  const rate = useRateAnswer(sessionId)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (!answer) return null
  const { run_id, rating } = answer
  return (
    <>
      {VERDICTS.map(({ verdict, icon }) => {
        const isChosen = rating?.verdict === verdict
        return (
          <IconAction
            key={verdict}
            {...(isChosen && { ref: opener, variant: 'light', color: 'brand' })}
            label={texts.verdicts[verdict]}
            icon={icon}
            iconSize={18}
            size="md"
            aria-pressed={isChosen}
            onClick={() => {
              if (!isChosen) rate.save({ run_id, verdict, comment: '' })
              setOpen(true)
            }}
          />
        )
      })}
      {isOpen && rating && (
        <RatingForm
          key={rating.verdict}
          runId={run_id}
          rating={rating}
          onSave={(comment) => rate.save({ run_id, verdict: rating.verdict, comment })}
          onRemove={() => rate.remove({ run_id })}
          onClose={() => {
            setOpen(false)
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}
