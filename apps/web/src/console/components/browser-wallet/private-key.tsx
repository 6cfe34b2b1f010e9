'use client'

import { Alert, Code, Group, Stack } from '@mantine/core'
import { CopyButton } from '../copy-button.tsx'
import { PRIVATE_KEY_TEXTS as texts } from './texts.ts'

/** The exported key with its warning. */
export function PrivateKey({ value }: { value: string }) {
  return (
    <Alert color="orange" variant="light" title={texts.exportWarning}>
      <Stack gap="xs">
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <Group>
          <CopyButton value={value} label={texts.copy} />
        </Group>
      </Stack>
    </Alert>
  )
}
