'use client'

import { Group, Stack, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { CodeText } from '../code/code-text.tsx'
import { Spoiler } from '../spoiler.tsx'
import classes from './metadata-tree.module.css'
import { STEP_TEXTS } from './texts.ts'

/** The found tables, each with its columns; shows any other shape unchanged. */
export function MetadataTree({ data }: { data: readonly unknown[] }) {
  if (data.length === 0) return <Text size="sm">{STEP_TEXTS.nothingFound}</Text>
  const tables = data.map(readTable)
  if (tables.includes(null)) return <CodeText code={JSON.stringify(data, null, 2)} language="json" />
  return (
    <Stack gap={4}>
      {tables.map(
        (table, index) => table && <TableNode key={table.name} table={table} isOpen={index === 0} />,
      )}
    </Stack>
  )
}

type FoundTable = { name: string; description: string; columns: readonly FoundColumn[] }
type FoundColumn = { name: string; type: string; description: string; samples: string }

function TableNode({ table, isOpen }: { table: FoundTable; isOpen: boolean }) {
  return (
    <Spoiler
      isOpenAtFirst={isOpen}
      label={
        <Group gap={6} wrap="nowrap">
          <IconTable size={16} aria-hidden />
          <Text size="sm" fw={600} c="var(--mantine-color-text)" ff="monospace">
            {table.name}
          </Text>
        </Group>
      }
    >
      {table.description && <Text size="sm">{table.description}</Text>}
      <dl className={classes.columns}>
        {table.columns.map((column) => (
          <div key={column.name} className={classes.column}>
            <dt>{column.name}</dt>
            <dd>
              <span className={classes.type}>{column.type}</span> {column.description}
              {column.samples && <span className={classes.samples}> {column.samples}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Spoiler>
  )
}

function readTable(value: unknown): FoundTable | null {
  const { name = textOf(value, 'table'), description, columns } = fieldsOf(value)
  if (typeof name !== 'string' || name === '' || !Array.isArray(columns)) return null
  return {
    name,
    description: typeof description === 'string' ? description : '',
    columns: columns.map(readColumn),
  }
}

function readColumn(value: unknown): FoundColumn {
  const { samples } = fieldsOf(value)
  return {
    name: textOf(value, 'name') || textOf(value, 'column'),
    type: textOf(value, 'type'),
    description: textOf(value, 'description'),
    samples: Array.isArray(samples) ? samples.slice(0, 5).map(String).join(', ') : '',
  }
}

function textOf(value: unknown, key: string): string {
  const field = fieldsOf(value)[key]
  return typeof field === 'string' ? field : ''
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
