'use client'

import { Select } from '@mantine/core'
import type { SelectProps } from './select-props.ts'
import { SelectSign } from './select-sign.tsx'

type Props = SelectProps & {
  /** Whether it opens at once and takes the focus. */
  readonly isOpen: boolean
}

/** A list of options that a press has loaded. */
export function OpenedSelect({ label, options, width, isOpen, ...select }: Props) {
  return (
    <Select
      aria-label={label}
      size="xs"
      w={width}
      allowDeselect={false}
      data={[...options]}
      rightSection={<SelectSign />}
      defaultDropdownOpened={isOpen}
      autoFocus={isOpen}
      {...select}
    />
  )
}
