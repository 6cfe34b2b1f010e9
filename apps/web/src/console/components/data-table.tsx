'use client'

import { Box, Table, Text } from '@mantine/core'
import classes from './data-table.module.css'
import { ScrollBox } from './scroll-box.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

export type ShownRow = { readonly [column: string]: unknown }

type Props = {
  readonly rows: readonly ShownRow[]
  /** The columns in order, if the result has one; otherwise the order of the keys. */
  readonly columns?: readonly string[] | undefined
  /** The total number of rows, if it is known and larger than the number of given rows. */
  readonly total?: number | undefined
  readonly caption: string
}

/** Result rows, with numbers aligned to the right. */
export function DataTable({ rows, columns: ordered, total, caption }: Props) {
  const columns = columnsOf(rows, ordered)
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
              // Result rows have no identity and are never reordered.
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

/** A cell as text: empty for null, JSON for nested values. */
export function showCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The columns of rows: the given order first, then the others in order of first appearance. Without a given
 * order, columns whose heading is a whole number come first, because JavaScript moves such keys.
 */
export function columnsOf(rows: readonly ShownRow[], ordered: readonly string[] = []): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...new Set([...ordered.filter((name) => found.has(name)), ...found])]
}

/** Large numbers arrive as text, so the text of the values decides. */
function isNumeric(rows: readonly ShownRow[], column: string): boolean {
  const first = rows.find((row) => row[column] !== null && row[column] !== undefined)?.[column]
  return typeof first === 'number' || (typeof first === 'string' && /^-?\d+(\.\d+)?$/.test(first))
}
