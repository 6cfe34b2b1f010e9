'use client'

import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { SelectProps } from './select-props.ts'
import { SelectSign } from './select-sign.tsx'

type Props = SelectProps & {
  /** Whether it opens at once and takes the focus. */
  readonly isOpen: boolean
}

/**
 * A list of options that a press has loaded. A later task opens it with a click, like that of a person: by then the
 * list that it names to screen readers is in the page, and the chosen option is marked.
 */
export function OpenedSelect({ label, options, width, isOpen, ...select }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const opensAtOnce = useRef(isOpen)
  useEffect(() => {
    if (!opensAtOnce.current) return
    input.current?.focus()
    const timer = setTimeout(() => {
      opensAtOnce.current = false
      input.current?.click()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <Select
      ref={input}
      aria-label={label}
      size="xs"
      w={width}
      allowDeselect={false}
      data={[...options]}
      rightSection={<SelectSign />}
      {...select}
    />
  )
}
