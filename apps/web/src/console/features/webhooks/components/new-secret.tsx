'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ShownSecret } from '#web/console/components/shown-secret.tsx'
import { WEBHOOK_TEXTS as texts } from '../texts.ts'

/** The secret of a webhook, once. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert
        color="orange"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={texts.secretTitle}
      >
        {texts.secretText}
      </Alert>
      <ShownSecret value={secret} copyLabel={texts.copySecret} testId="webhook-secret" />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
