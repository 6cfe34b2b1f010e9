'use client'

import { Text } from '@mantine/core'
import { Spoiler } from '#web/components/spoiler.tsx'
import { CHAT_TEXTS } from '../texts.ts'

/** What the model thought, closed until somebody wants to know; plain text, whatever it holds. */
export function Reasoning({ text, isLive = false }: { text: string; isLive?: boolean }) {
  if (text === '') return null
  return (
    <Spoiler label={isLive ? CHAT_TEXTS.thinking : CHAT_TEXTS.thought}>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Spoiler>
  )
}
