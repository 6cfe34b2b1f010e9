'use client'

import { Input } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useLazyPart } from '../use-lazy-part.ts'
import type { SelectProps } from './select-props.ts'
import { SelectSign } from './select-sign.tsx'

const importSelect = () => import('./opened-select.tsx').then((module) => module.OpenedSelect)
const importAhead = () => void importSelect().catch(() => undefined)

/** The keys that open a list of options (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
const OPENING_KEYS = ['Enter', ' ', 'ArrowDown', 'ArrowUp']

/**
 * A closed list of options. The open list is a tenth of the scripts of a page, so it loads when a person points at the
 * closed one, reaches it with the keyboard or presses it. It opens after a press, unless the focus has moved on.
 */
export function ClosedSelect(props: SelectProps) {
  const { Part: Select, load } = useLazyPart(importSelect)
  const [hasFocus, setHasFocus] = useState(false)
  if (Select) return <Select {...props} isOpen={hasFocus} />

  function onKeyDown(event: KeyboardEvent) {
    if (!OPENING_KEYS.includes(event.key)) return
    event.preventDefault()
    load()
  }

  const { label, options, value, width, disabled } = props
  return (
    <Input
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      size="xs"
      w={width}
      pointer
      readOnly
      disabled={disabled}
      value={options.find((option) => option.value === value)?.label ?? ''}
      rightSection={<SelectSign />}
      onPointerEnter={importAhead}
      onFocus={() => {
        setHasFocus(true)
        importAhead()
      }}
      onBlur={() => setHasFocus(false)}
      onClick={load}
      onKeyDown={onKeyDown}
    />
  )
}
