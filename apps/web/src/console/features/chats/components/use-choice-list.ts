'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type List = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly id: string
  readonly label: string
  /** How many choices are shown; none closes the list. */
  readonly count: number
  readonly onChoose: (index: number) => void
  readonly onClose: () => void
}

/**
 * Lets a textarea choose from a list with the keys of a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): arrows
 * move the choice, Enter and Tab take it, Escape closes the list. The role stays that of a text box, because ARIA in HTML
 * (section 4) allows a textarea no other. Returns the place of the choice and what moves it.
 */
export function useChoiceList({ field, id, label, count, onChoose, onClose }: List) {
  const [moved, setMoved] = useState(0)
  const active = Math.min(moved, Math.max(count - 1, 0))
  const isOpen = count > 0

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowDown: () => setMoved((active + 1) % count),
      ArrowUp: () => setMoved((active + count - 1) % count),
      Enter: () => onChoose(active),
      Tab: () => onChoose(active),
      Escape: onClose,
    }[event.key]
    if (!act) return
    // The composer would send the question.
    event.preventDefault()
    event.stopPropagation()
    act()
  })

  useEffect(() => {
    const element = field.current
    if (!element || !isOpen) return
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': id,
    }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    // The page listens above the field, so this listener comes first.
    element.addEventListener('keydown', onKey)
    return () => {
      for (const name of [...Object.keys(attributes), 'aria-activedescendant']) element.removeAttribute(name)
      element.removeEventListener('keydown', onKey)
    }
  }, [field, id, isOpen])

  useEffect(() => {
    if (isOpen) field.current?.setAttribute('aria-activedescendant', `${id}-${active}`)
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [field, id, isOpen, active])

  return { active, move: setMoved, attributes: { id, role: 'listbox', 'aria-label': label } as const }
}
