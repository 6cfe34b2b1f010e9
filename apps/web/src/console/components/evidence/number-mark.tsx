'use client'

import { type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { describeProof } from './describe-proof.ts'
import classes from './number-mark.module.css'
import { NumbersContext } from './numbers-context.ts'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

/** A card loads pop-overs and the trace; most numbers are never opened. */
const NumberCard = lazyPart(() => import('./number-card.tsx').then((module) => module.NumberCard))

const OPEN_MS = 250
const CLOSE_MS = 200

type Props = { readonly 'data-number'?: string; readonly children?: ReactNode }

/** A judged number in an answer. Hovering, tapping or pressing Enter opens its proof. */
export function NumberMark({ 'data-number': index, children }: Props) {
  const judged = useContext(NumbersContext)
  const card = useCard()
  const span = judged?.evidence.spans[Number(index)]
  if (!judged || !span) return <>{children}</>
  const isProven = span.kind !== 'none'
  return (
    // The wrapper only keeps the card open while the pointer moves to it.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside has the same effect for keyboards
    <span className={classes.wrapper} onMouseEnter={card.openSoon} onMouseLeave={card.closeSoon}>
      {/* biome-ignore lint/a11y/useSemanticElements: lines break beside a button, which would part a number from its bracket */}
      <span
        role="button"
        tabIndex={0}
        className={classes.number}
        data-proven={isProven}
        aria-expanded={card.isOpen}
        aria-description={`${isProven ? texts.proven : texts.unproven}: ${describeProof(span)}`}
        onClick={card.toggle}
        onBlur={card.closeSoon}
        onKeyDown={card.obey}
      >
        {children}
      </span>
      {card.isOpen && <NumberCard {...judged} span={span} onClose={card.close} />}
    </span>
  )
}

/** A card that opens and closes after a short delay of the pointer, and at once for a click. */
function useCard() {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (next: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(next), ms)
  }
  const now = (next: boolean) => {
    clearTimeout(timer.current)
    setIsOpen(next)
  }
  const obey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return now(false)
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    now(!isOpen)
  }
  return {
    isOpen,
    obey,
    openSoon: () => later(true, OPEN_MS),
    closeSoon: () => later(false, CLOSE_MS),
    close: () => now(false),
    toggle: () => now(!isOpen),
  }
}
