'use client'

import { Box, Group, Text, useComputedColorScheme } from '@mantine/core'
import { IconCode, IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CodeText } from '../code/code-text.tsx'
import { CopyButton } from '../copy-button.tsx'
import { IconAction } from '../icon-action.tsx'
import { ScrollBox } from '../scroll-box.tsx'
import { COMPONENT_TEXTS } from '../texts.ts'
import { DIAGRAM_TEXTS } from './diagram-texts.ts'
import type { Diagram } from './draw-diagram.ts'
import classes from './markdown.module.css'

/** Code that still grows is not drawn for each word. */
const GROWING_MS = 300

/** A diagram in Mermaid as a picture. Shows the code until the picture is drawn, and when it cannot be drawn. */
export function DiagramBlock({ code }: { readonly code: string }) {
  const drawn = useDiagram(code)
  const [isCodeWanted, setCodeWanted] = useState(false)
  const isPicture = drawn !== null && !isCodeWanted
  const name = drawn?.title ? DIAGRAM_TEXTS.titled(drawn.title) : DIAGRAM_TEXTS.diagram
  return (
    <Box className={classes.code}>
      <Group justify="space-between" className={classes.codeHeader}>
        <Text size="xs" c="dimmed">
          {isPicture ? DIAGRAM_TEXTS.diagram : 'mermaid'}
        </Text>
        <Group gap={2}>
          {drawn && (
            <IconAction
              label={isPicture ? DIAGRAM_TEXTS.showCode : DIAGRAM_TEXTS.showPicture}
              icon={isPicture ? IconCode : IconPhoto}
              onClick={() => setCodeWanted(!isCodeWanted)}
            />
          )}
          <CopyButton value={code} label={COMPONENT_TEXTS.copy} isIconOnly />
        </Group>
      </Group>
      {isPicture ? (
        <ScrollBox label={name} className={classes.diagram}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`}
            alt={name}
            width={drawn.widthPx}
            height={drawn.heightPx}
          />
        </ScrollBox>
      ) : (
        <CodeText code={code} language={null} />
      )}
    </Box>
  )
}

/** The picture of the code in the colours of the page; null until it is drawn, and where it cannot be drawn. */
function useDiagram(code: string): Diagram | null {
  const scheme = useComputedColorScheme('light')
  const [result, setResult] = useState<{ code: string; diagram: Diagram | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const { drawDiagram } = await import('./draw-diagram.ts')
      const diagram = await drawDiagram(code, scheme)
      if (isCurrent) setResult({ code, diagram })
    }, GROWING_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [code, scheme])
  return result?.code === code ? result.diagram : null
}
