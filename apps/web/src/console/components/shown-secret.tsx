'use client'

import { Code, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

type Props = { readonly value: string; readonly copyLabel: string; readonly testId: string }

/** A secret that is shown once, whole, with a button that copies it. */
export function ShownSecret({ value, copyLabel, testId }: Props) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-testid={testId}>
        {value}
      </Code>
      <CopyButton value={value} label={copyLabel} isIconOnly />
    </Group>
  )
}
