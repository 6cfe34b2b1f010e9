'use client'

import { Popover, VisuallyHidden } from '@mantine/core'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { caretPlace } from './caret-place.ts'
import { CHOICE_TEXTS as texts } from './choice-texts.ts'
import classes from './composer-choices.module.css'
import { readTyped } from './read-typed.ts'
import { useChoiceList } from './use-choice-list.ts'
import { type Choice, type ChoiceTarget, useChoices } from './use-choices.ts'

export type ComposerChoicesProps = {
  readonly target: ChoiceTarget
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The list behind `@` and `/` in a composer, at the sign. */
export function ComposerChoices({ field, value, onChange, target }: ComposerChoicesProps) {
  const caret = useCaret(field, value)
  const typed = caret === null ? null : readTyped(value, caret)
  const [dismissed, setDismissed] = useState<number | null>(null)
  if (typed === null && dismissed !== null) setDismissed(null)
  const found = useChoices(typed, target)
  const choices = typed?.start === dismissed ? [] : found
  const list = useChoiceList({
    field,
    id: useId(),
    label: typed?.kind === 'command' ? texts.command : texts.mention,
    count: choices.length,
    onChoose: (index) => choose(choices[index]),
    onClose: () => setDismissed(typed?.start ?? null),
  })

  function choose(choice: Choice | undefined) {
    if (!choice || !typed) return
    const { text = '' } = choice
    onChange(value.slice(0, typed.start) + text + value.slice(typed.start + 1 + typed.words.length))
    const behind = typed.start + text.length
    requestAnimationFrame(() => field.current?.setSelectionRange(behind, behind))
    choice.choose()
  }

  return (
    <>
      <VisuallyHidden role="status">{choices.length > 0 ? texts.count(choices.length) : ''}</VisuallyHidden>
      {typed && choices.length > 0 && (
        <AtCaret field={field} position={typed.start} value={value}>
          <div {...list.attributes} className={classes.list}>
            {[...Map.groupBy(choices.entries(), ([, { group }]) => group)].map(([group, entries]) => (
              // biome-ignore lint/a11y/useSemanticElements: a list of options has no fieldset.
              <div key={group} role="group" aria-label={group}>
                <div className={classes.group} aria-hidden>
                  {group}
                </div>
                {entries.map(([index, choice]) => (
                  <Option
                    key={choice.id}
                    id={`${list.attributes.id}-${index}`}
                    choice={choice}
                    isActive={index === list.active}
                    onMove={() => list.move(index)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </div>
            ))}
          </div>
        </AtCaret>
      )}
    </>
  )
}

type OptionProps = {
  readonly id: string
  readonly choice: Choice
  readonly isActive: boolean
  readonly onMove: () => void
  readonly onChoose: () => void
}

/** An entry of the list. The field keeps the focus, and its keys choose. */
function Option({ id, choice: { label, hint }, isActive, onMove, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.choice}
      onMouseMove={onMove}
      onMouseDown={(event) => {
        event.preventDefault()
        onChoose()
      }}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.hint}>{hint}</span>
    </div>
  )
}

/** Where the caret of a field stands; null while the field has no focus. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>, value: string): number | null {
  const [caret, setCaret] = useState<number | null>(null)
  const read = useEffectEvent(() =>
    setCaret(document.activeElement === field.current ? (field.current?.selectionStart ?? null) : null),
  )
  // The caret moves with each typed character.
  useLayoutEffect(() => read(), [value])
  useEffect(() => {
    const events = ['selectionchange', 'focusin', 'focusout'] as const
    // The focus has moved when the listener's turn has ended.
    const listen = () => queueMicrotask(read)
    for (const event of events) document.addEventListener(event, listen)
    return () => {
      for (const event of events) document.removeEventListener(event, listen)
    }
  }, [])
  return caret
}

type AtCaretProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly position: number
  readonly value: string
  readonly children: ReactNode
}

/** A panel at a character of a field. It stays there when the page scrolls or changes its size. */
function AtCaret({ field, position, value, children }: AtCaretProps) {
  const [place, setPlace] = useState<ReturnType<typeof caretPlace> | null>(null)
  // The text decides where its lines break.
  useLayoutEffect(() => {
    const measure = () => field.current && setPlace(caretPlace(field.current, position))
    measure()
    window.addEventListener('resize', measure)
    window.addEventListener('scroll', measure, { capture: true })
    return () => {
      window.removeEventListener('resize', measure)
      window.removeEventListener('scroll', measure, { capture: true })
    }
  }, [field, position, value])
  if (!place) return null
  return (
    <Popover
      opened
      position="top-start"
      withRoles={false}
      shadow="md"
      width="min(26rem, calc(100vw - 1.5rem))"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span style={{ position: 'fixed', ...place }} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown p={0}>{children}</Popover.Dropdown>
    </Popover>
  )
}
