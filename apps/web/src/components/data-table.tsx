'use client'

import { Box, Table, Text } from '@mantine/core'
import classes from './data-table.module.css'
import { ScrollBox } from './scroll-box.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

export type Row = { readonly [column: string]: unknown }

type Props = {
  readonly rows: readonly Row[]
  /** How many rows there are in all, where that is known and more than are given. */
  readonly total?: number | undefined
  readonly caption: string
}

/** Result rows: columns in the order of the first row, numbers aligned to the right. */
export function DataTable({ rows, total, caption }: Props) {
  const columns = columnsOf(rows)
  if (columns.length === 0) return <Text c="dimmed">{COMPONENT_TEXTS.noRows}</Text>
  return (
    <Box style={{ '--column-count': columns.length }}>
      <ScrollBox label={caption} maxHeight={420} className={classes.frame}>
        <Table stickyHeader className={classes.table} aria-label={caption}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} className={isNumeric(rows, column) ? classes.number : undefined}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              // Result rows have no identity and never move.
              <Table.Tr key={index}>
                {columns.map((column) => (
                  <Table.Td key={column} className={isNumeric(rows, column) ? classes.number : undefined}>
                    {showCell(row[column])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="xs" c="dimmed" mt={4}>
        {COMPONENT_TEXTS.rows(rows.length, Math.max(total ?? 0, rows.length))}
      </Text>
    </Box>
  )
}

/** A cell as text: nothing for null, JSON for what is nested. */
export function showCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The columns of rows, in order of first appearance. */
export function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** Large numbers arrive as text, so the look of the values decides. */
function isNumeric(rows: readonly Row[], column: string): boolean {
  const first = rows.find((row) => row[column] !== null && row[column] !== undefined)?.[column]
  return typeof first === 'number' || (typeof first === 'string' && /^-?\d+(\.\d+)?$/.test(first))
}
