'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMessageCircle } from '@tabler/icons-react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useTemplate } from '#web/console/templates/use-template.ts'
import { LEDGER_TEXTS as texts } from '../texts.ts'

/** Opens a chat with the ledger analyst; creates that agent when there is none yet. */
export function AskButton() {
  const { setUp } = useTemplate('ledger')
  const tell = (error: unknown) =>
    notifications.show({ color: 'red', title: texts.askFailed, message: sentenceOf(error) })
  return (
    <Button
      variant="default"
      leftSection={<IconMessageCircle size={16} aria-hidden />}
      loading={setUp.isPending || setUp.isSuccess}
      {...earlyClick(() => setUp.mutate(undefined, { onError: tell }))}
    >
      {texts.ask}
    </Button>
  )
}
