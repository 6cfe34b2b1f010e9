'use client'

import { Text } from '@mantine/core'
import { Spoiler } from '../spoiler.tsx'
import { CONVERSATION_TEXTS } from './texts.ts'

/** The reasoning of the model, closed at first. It is shown as plain text. */
export function Reasoning({ text, isLive = false }: { text: string; isLive?: boolean }) {
  if (text === '') return null
  return (
    <Spoiler label={isLive ? CONVERSATION_TEXTS.thinking : CONVERSATION_TEXTS.thought}>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Spoiler>
  )
}
