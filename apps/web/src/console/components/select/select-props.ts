import type { BoxProps } from '@mantine/core'

/** A list of options, closed or open. */
export type SelectProps = {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | null
  readonly width: BoxProps['w']
  readonly disabled: boolean
  readonly onChange: (value: string | null) => void
}
