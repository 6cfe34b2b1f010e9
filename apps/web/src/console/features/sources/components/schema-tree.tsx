'use client'

import { Text, TextInput, UnstyledButton } from '@mantine/core'
import type { DataSource } from '@parley/contract'
import { IconSearch, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { useTables } from '#web/console/queries/data-source.ts'
import { tableInSql } from '#web/console/queries/table-in-sql.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import classes from './schema-tree.module.css'

const texts = SOURCE_TEXTS.sql
/** Tables that are shown; the search finds the others. */
const SHOWN = 100

type Table = DataSource['tables'][number]

/** Every table with its columns. One click reads the first rows of a table. */
export function SchemaTree({ onRead }: { onRead: (sql: string) => void }) {
  const { tables, isPending, error, retry } = useTables()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = tables.filter(
    ({ name, columns }) =>
      name.toLowerCase().includes(wanted) ||
      columns.some((column) => column.name.toLowerCase().includes(wanted)),
  )
  return (
    <section aria-label={texts.schema} className={classes.tree}>
      <TextInput
        type="search"
        size="xs"
        aria-label={SOURCE_TEXTS.findTable}
        placeholder={SOURCE_TEXTS.findTable}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      <ScrollBox label={texts.schema} maxHeight={520}>
        {isPending && <ListSkeleton rows={8} height={20} />}
        {found.slice(0, SHOWN).map((table) => (
          <TableNode key={table.name} table={table} onRead={onRead} />
        ))}
        {found.length === 0 && wanted !== '' && (
          <Text size="sm" c="dimmed">
            {SOURCE_TEXTS.nothingFound}
          </Text>
        )}
        {found.length > SHOWN && (
          <Text size="xs" c="dimmed">
            {texts.moreTables(found.length - SHOWN)}
          </Text>
        )}
      </ScrollBox>
    </section>
  )
}

function TableNode({ table, onRead }: { table: Table; onRead: (sql: string) => void }) {
  return (
    <div className={classes.table}>
      <Spoiler label={<span className={classes.name}>{table.name}</span>}>
        <UnstyledButton
          className={classes.read}
          onClick={() => onRead(`SELECT *\nFROM ${tableInSql(table.name)}\nLIMIT 100`)}
        >
          <IconTable size={14} aria-hidden /> {texts.readTable}
        </UnstyledButton>
        <ul className={classes.columns}>
          {table.columns.map(({ name, type, description }) => (
            <li key={name} title={description}>
              <span className={classes.name}>{name}</span> <span className={classes.type}>{type}</span>
            </li>
          ))}
        </ul>
      </Spoiler>
    </div>
  )
}
