import { IconSelector } from '@tabler/icons-react'

/** The sign at the end of a list of options. */
export function SelectSign() {
  return <IconSelector size={14} aria-hidden />
}
