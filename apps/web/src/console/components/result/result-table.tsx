'use client'

import { Button, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { ScrollBox } from '../scroll-box.tsx'
import { COMPONENT_TEXTS } from '../texts.ts'
import { arrangeRows, nextSorting, type Sorting } from './arrange-rows.ts'
import classes from './result-table.module.css'
import type { ResultView } from './result-view.ts'
import { isMissing, type ShownRow, textOf } from './rows.ts'
import { type Shown, shownColumn } from './show-value.ts'
import { RESULT_TEXTS as texts } from './texts.ts'

/** With fewer rows a reader sees all of them at once. */
const MIN_FILTERED_ROWS = 9
const MAX_HEIGHT_PX = 420

type Props = {
  readonly result: ResultView
  /** Rows that are shown before the reader asks for all. */
  readonly shownRows?: number | undefined
  readonly isLarge?: boolean
}

/** The rows of a result: sorted by a click on a column, filtered by a text. NULL is a dash. */
export function ResultTable({ result, shownRows, isLarge = false }: Props) {
  const { rows, columns, types, title } = result
  const [filter, setFilter] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  if (rows.length === 0 || columns.length === 0) return <NoRows result={result} />
  const found = arrangeRows(rows, { filter, sorting })
  const isShort = shownRows !== undefined && rows.length > shownRows && filter === ''
  const shown = isShort && !isWhole ? found.slice(0, shownRows) : found
  const looks = columns.map((column) => ({ column, ...shownColumn(rows, column, types[column]) }))
  return (
    <div>
      {rows.length >= MIN_FILTERED_ROWS && (
        <TextInput
          className={classes.filter ?? ''}
          size="xs"
          aria-label={texts.filter}
          placeholder={texts.filter}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      <ScrollBox label={title} className={classes.frame} {...(!isLarge && { maxHeight: MAX_HEIGHT_PX })}>
        <Table stickyHeader className={classes.table} aria-label={title}>
          <Heads
            looks={looks}
            sorting={sorting}
            onSort={(column) => setSorting(nextSorting(sorting, column))}
          />
          <Rows rows={shown} looks={looks} />
        </Table>
      </ScrollBox>
      <div className={classes.foot}>
        <Text size="xs" c="dimmed" role="status">
          {found.length === 0 ? texts.noMatch : countOf(result, filter === '' ? rows.length : found.length)}
        </Text>
        {isShort && (
          <Button variant="subtle" size="compact-xs" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? COMPONENT_TEXTS.showFewer : COMPONENT_TEXTS.showAll(rows.length)}
          </Button>
        )}
      </div>
    </div>
  )
}

type Look = Shown & { readonly column: string }

type HeadsProps = {
  readonly looks: readonly Look[]
  readonly sorting: Sorting | null
  readonly onSort: (column: string) => void
}

function Heads({ looks, sorting, onSort }: HeadsProps) {
  return (
    <Table.Thead>
      <Table.Tr>
        {looks.map(({ column, isNumeric }) => {
          const isSorted = sorting?.column === column
          const Icon = sorting?.isDescending ? IconArrowDown : IconArrowUp
          const direction = sorting?.isDescending ? 'descending' : 'ascending'
          return (
            <Table.Th
              key={column}
              className={isNumeric ? classes.number : undefined}
              aria-sort={isSorted ? direction : 'none'}
            >
              <UnstyledButton
                className={classes.head ?? ''}
                title={texts.sort(column)}
                onClick={() => onSort(column)}
              >
                {column}
                {isSorted && <Icon size={13} aria-hidden />}
              </UnstyledButton>
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}

function Rows({ rows, looks }: { readonly rows: readonly ShownRow[]; readonly looks: readonly Look[] }) {
  return (
    <Table.Tbody>
      {rows.map((row, index) => (
        // Result rows have no identity.
        <Table.Tr key={index}>
          {looks.map(({ column, isNumeric, show }) => {
            const value = row[column]
            const text = show(value)
            const exact = isMissing(value) ? undefined : textOf(value)
            return (
              <Table.Td
                key={column}
                dir="auto"
                className={isNumeric ? classes.number : undefined}
                data-null={isMissing(value) || undefined}
                title={exact === text ? undefined : exact}
              >
                {text}
              </Table.Td>
            )
          })}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/** A result without rows still has its columns. */
function NoRows({ result: { columns, types } }: { readonly result: ResultView }) {
  return (
    <>
      <Text c="dimmed" size="sm">
        {COMPONENT_TEXTS.noRows}
      </Text>
      {columns.length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.columns(columns.map((name) => `${name} ${types[name] ?? ''}`.trim()).join(', '))}
        </Text>
      )}
    </>
  )
}

function countOf({ rows, total, isCut }: ResultView, shown: number): string {
  if (shown < rows.length) return COMPONENT_TEXTS.rows(shown, rows.length)
  return isCut ? texts.firstRows(rows.length, total) : texts.rows(rows.length)
}
