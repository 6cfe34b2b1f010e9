'use client'

import { Accordion, Box, Button, Group, Text } from '@mantine/core'
import type { DataSource } from '@parley/contract'
import { IconTable, IconTerminal2 } from '@tabler/icons-react'
import Link from 'next/link'
import { isOffered } from '#web/console/queries/data-source.ts'
import { tableInSql } from '#web/console/queries/table-in-sql.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'
import { ColumnTable } from './column-table.tsx'
import { DescribeTable } from './describe-table.tsx'
import { FirstRows } from './first-rows.tsx'
import { TableReading } from './table-reading.tsx'

type SourceTable = DataSource['tables'][number]

/** A table that expands to its first rows and its columns with what they hold. */
export function TablePanel({ source, table }: { source: DataSource; table: SourceTable }) {
  return (
    <Accordion.Item value={table.name}>
      <Accordion.Control icon={<IconTable size={18} aria-hidden />}>
        <Group gap="sm">
          <Text fw={600} ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {table.name}
          </Text>
          <Text size="xs" c="dimmed">
            {table.row_count !== null && `${texts.rows(table.row_count)} · `}
            {texts.columns(table.columns.length)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Group justify="space-between" align="flex-start" mb="sm">
          <Text size="sm" flex="1 1 16rem">
            {translateSentence(table.description)}
          </Text>
          <Group gap="xs" wrap="nowrap" flex="none">
            <OpenInSql table={table.name} />
            {!isOffered(source) && <DescribeTable sourceId={source.id} table={table} />}
          </Group>
        </Group>
        <Box mb="md">
          <FirstRows table={table.name} />
        </Box>
        <ColumnTable source={source} table={table} />
        {source.kind === 'file' && (
          <Box mt="md">
            <TableReading sourceId={source.id} table={table} />
          </Box>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** Opens the SQL page with a statement for the first rows of the table. */
function OpenInSql({ table }: { readonly table: string }) {
  return (
    <Button
      component={Link}
      href={`/sources/sql?${new URLSearchParams({ sql: `SELECT *\nFROM ${tableInSql(table)}\nLIMIT 100` })}`}
      size="xs"
      variant="default"
      leftSection={<IconTerminal2 size={14} aria-hidden />}
    >
      {texts.openInSql}
    </Button>
  )
}
