'use client'

import { Button, Code, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { useRevealKey } from '../hooks.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'

/** Whether a configuration has a key; shows the key on request. */
export function StoredKey({ model }: { model: ModelEntry }) {
  const reveal = useRevealKey()
  if (!model.hasKey) {
    return (
      <Text size="xs" c="dimmed">
        {texts.noKey}
      </Text>
    )
  }
  if (reveal.data === undefined) {
    return (
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {texts.keyStored}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={reveal.isPending}
          onClick={() => reveal.mutate(model.id, { onError: tell })}
        >
          {texts.reveal}
        </Button>
      </Group>
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{reveal.data}</Code>
      <CopyButton value={reveal.data} label={texts.copyKey} isIconOnly />
      <Button size="compact-xs" variant="subtle" onClick={() => reveal.reset()}>
        {texts.hide}
      </Button>
    </Group>
  )
}

function tell(error: unknown): void {
  notifications.show({ color: 'red', title: texts.revealFailed, message: sentenceOf(error) })
}
