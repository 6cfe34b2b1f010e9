'use client'

import { Accordion, Box, Group, Table, Text } from '@mantine/core'
import type { DataSource } from '@parley/contract'
import { IconTable } from '@tabler/icons-react'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { isOffered } from '#web/console/queries/data-source.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'
import { DescribeTable } from './describe-table.tsx'
import { FirstRows } from './first-rows.tsx'
import { TableReading } from './table-reading.tsx'

type SourceTable = DataSource['tables'][number]

/** A table that expands to its columns with types and sample values. */
export function TablePanel({ source, table }: { source: DataSource; table: SourceTable }) {
  return (
    <Accordion.Item value={table.name}>
      <Accordion.Control icon={<IconTable size={18} aria-hidden />}>
        <Group gap="sm">
          <Text fw={600} ff="monospace" size="sm">
            {table.name}
          </Text>
          <Text size="xs" c="dimmed">
            {table.row_count !== null && `${texts.rows(table.row_count)} · `}
            {texts.columns(table.columns.length)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
          <Text size="sm">{table.description}</Text>
          {!isOffered(source) && <DescribeTable sourceId={source.id} table={table} />}
        </Group>
        {source.kind === 'file' && <TableReading sourceId={source.id} table={table} />}
        <ScrollBox label={table.name}>
          <Table aria-label={table.name} miw={560}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.column}</Table.Th>
                <Table.Th>{texts.type}</Table.Th>
                <Table.Th>{texts.samples}</Table.Th>
                <Table.Th>{texts.description}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.columns.map((column) => (
                <Table.Tr key={column.name}>
                  <Table.Td ff="monospace">{column.name}</Table.Td>
                  <Table.Td ff="monospace" c="dimmed">
                    {column.type}
                  </Table.Td>
                  <Table.Td>{column.samples.slice(0, 5).join(', ')}</Table.Td>
                  <Table.Td>{column.description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
        <Box mt="sm">
          <Spoiler label={texts.firstRows}>
            <FirstRows table={table.name} />
          </Spoiler>
        </Box>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
