'use client'

import { Table, Text } from '@mantine/core'
import type { DataSource } from '@parley/contract'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { useProfile } from '#web/console/queries/data-source.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { ColumnBars, type ShownProfile } from './column-bars.tsx'
import { ColumnTypeCell } from './column-type.tsx'
import { writeValueWords } from './value-words.ts'

const texts = SOURCE_TEXTS.profile
const SHOWN_SAMPLES = 5

type SourceTable = DataSource['tables'][number]

type Props = { readonly source: DataSource; readonly table: SourceTable }

/** One line for each column: type, range or most frequent values, empty values and small bars. */
export function ColumnTable({ source, table }: Props) {
  const profile = useProfile(source, table.name)
  const profiles = new Map(profile.data?.columns.map((column) => [column.name, column]))
  const rowCount = profile.data?.row_count ?? 0
  return (
    <ScrollBox label={texts.columns}>
      <Table aria-label={texts.columns} miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{SOURCE_TEXTS.column}</Table.Th>
            <Table.Th>{SOURCE_TEXTS.type}</Table.Th>
            <Table.Th>{texts.values}</Table.Th>
            {profile.data && <Table.Th ta="right">{texts.empty}</Table.Th>}
            <Table.Th>{SOURCE_TEXTS.description}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.columns.map((column) => {
            const counted = profiles.get(column.name)
            return (
              <Table.Tr key={column.name}>
                <Table.Td ff="monospace">{column.name}</Table.Td>
                <Table.Td ff="monospace" c="dimmed">
                  <ColumnTypeCell sourceId={source.id} table={table} column={column} />
                </Table.Td>
                <Table.Td>
                  <Values
                    column={column}
                    counted={counted}
                    isEstimated={profile.data?.is_distinct_estimated === true}
                  />
                </Table.Td>
                {profile.data && <Table.Td ta="right">{counted && showEmpty(counted, rowCount)}</Table.Td>}
                <Table.Td>
                  {column.description}
                  <ValueWords column={column} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

/** What the owner says of the values of a column. */
function ValueWords({ column: { is_searched = true, value_synonyms = [] } }: Pick<ValuesProps, 'column'>) {
  return (
    <>
      {value_synonyms.length > 0 && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {writeValueWords(value_synonyms)}
        </Text>
      )}
      {!is_searched && (
        <Text size="xs" c="dimmed">
          {SOURCE_TEXTS.valueWords.notSearched}
        </Text>
      )}
    </>
  )
}

type ValuesProps = {
  readonly column: SourceTable['columns'][number]
  readonly counted: ShownProfile | undefined
  /** Whether the number of different values is an estimate. */
  readonly isEstimated: boolean
}

function Values({ column, counted, isEstimated }: ValuesProps) {
  const samples = column.samples.slice(0, SHOWN_SAMPLES).join(', ')
  if (!counted) return samples
  const { minimum, maximum, distinct_count } = counted
  return (
    <>
      <ColumnBars profile={counted} />
      <Text size="sm">
        {minimum !== null && maximum !== null ? texts.range(minimum, maximum) : samples}
        <Text span size="xs" c="dimmed">
          {' '}
          {texts.different(distinct_count, isEstimated)}
        </Text>
      </Text>
    </>
  )
}

function showEmpty({ null_count }: ShownProfile, rowCount: number): string {
  return null_count === 0 ? texts.noneEmpty : texts.share(null_count / Math.max(rowCount, 1))
}
