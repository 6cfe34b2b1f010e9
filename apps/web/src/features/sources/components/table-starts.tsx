'use client'

import { Button, Group, Text } from '@mantine/core'
import type { SqlSchema } from '#web/components/sql-editor/sql-editor.tsx'
import { SOURCE_TEXTS } from '../texts.ts'

const texts = SOURCE_TEXTS.sql

/** As many as can be looked over; the editor completes the others. */
const SHOWN = 12
const FIRST_ROWS = 100

type Props = { readonly schema: SqlSchema; readonly onChoose: (sql: string) => void }

/** Tables to begin with, each a statement away. */
export function TableStarts({ schema, onChoose }: Props) {
  const tables = Object.keys(schema).slice(0, SHOWN)
  if (tables.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={texts.begin}>
      <Text size="sm" c="dimmed">
        {texts.begin}
      </Text>
      {tables.map((table) => (
        <Button
          key={table}
          variant="default"
          size="compact-sm"
          fw={400}
          ff="monospace"
          onClick={() => onChoose(`SELECT *\nFROM ${table}\nLIMIT ${FIRST_ROWS}`)}
        >
          {table}
        </Button>
      ))}
    </Group>
  )
}
