'use client'

import { Button, Group, Text } from '@mantine/core'
import type { SqlSchema } from '#web/console/queries/data-source.ts'
import { SQL_TEXTS as texts } from './texts.ts'

/** Maximum number of listed tables; the editor completes the others. */
const SHOWN = 12
const FIRST_ROWS = 100

type Props = { readonly schema: SqlSchema; readonly onChoose: (sql: string) => void }

/** Tables to begin with; a click inserts a statement. */
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
