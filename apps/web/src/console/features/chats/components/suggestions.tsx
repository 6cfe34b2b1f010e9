'use client'

import { Button, Group } from '@mantine/core'
import { CHAT_TEXTS } from '../texts.ts'

type Props = {
  readonly suggestions: readonly string[]
  readonly label?: string
  readonly onChoose: (question: string) => void
}

/** Suggested questions; a click asks one. */
export function Suggestions({ suggestions, label = CHAT_TEXTS.suggestions, onChoose }: Props) {
  if (suggestions.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {suggestions.map((suggestion) => (
        <Button
          key={suggestion}
          variant="default"
          size="xs"
          radius="xl"
          fw={400}
          h="auto"
          py={6}
          lh={1.4}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 'inherit' } }}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion}
        </Button>
      ))}
    </Group>
  )
}
