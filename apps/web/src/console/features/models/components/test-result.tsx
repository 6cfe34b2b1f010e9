'use client'

import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { MODEL_TEXTS } from '../texts.ts'

type Props = { readonly reply: string | undefined; readonly error: unknown; readonly isPending: boolean }

/** The model's answer to the test, unchanged. */
export function TestResult({ reply, error, isPending }: Props) {
  return (
    <div>
      {isPending && <Text size="sm">{MODEL_TEXTS.testing}</Text>}
      {!isPending && error !== null && <ErrorNotice error={error} title={MODEL_TEXTS.testFailed} />}
      {!isPending && reply !== undefined && (
        <Alert variant="light" icon={<IconCircleCheck aria-hidden />} title={MODEL_TEXTS.testWorked}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {reply}
          </Text>
        </Alert>
      )}
    </div>
  )
}
