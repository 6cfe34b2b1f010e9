'use client'

import { Box, Group, Text } from '@mantine/core'
import { type ComponentProps, isValidElement } from 'react'
import { CodeText } from '../code/code-text.tsx'
import { CopyButton } from '../copy-button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { COMPONENT_TEXTS } from '../texts.ts'
import classes from './markdown.module.css'

/** Few answers have a diagram. */
const DiagramBlock = lazyPart(() => import('./diagram-block.tsx').then((module) => module.DiagramBlock))

/** A fenced block: its language, a copy button, and its highlighted text. A diagram in Mermaid is a picture. */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  const { code, language } = readCode(children)
  if (language === 'mermaid') return <DiagramBlock code={code} />
  return (
    <Box className={classes.code}>
      <Group justify="space-between" className={classes.codeHeader}>
        <Text size="xs" c="dimmed">
          {language ?? COMPONENT_TEXTS.codeLabel}
        </Text>
        <CopyButton value={code} label={COMPONENT_TEXTS.copy} isIconOnly />
      </Group>
      <CodeText code={code} language={language} />
    </Box>
  )
}

/** react-markdown gives a `pre` one `code` element with the text and with the language as its class. */
function readCode(children: unknown): { code: string; language: string | null } {
  if (!isValidElement<{ children?: unknown; className?: string }>(children))
    return { code: '', language: null }
  const { children: text, className } = children.props
  const language = className?.match(/language-(\S+)/)?.[1] ?? null
  return { code: typeof text === 'string' ? text.replace(/\n$/, '') : '', language }
}
