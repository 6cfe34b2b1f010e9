'use client'

import { Button, Group, Modal, Select, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { type ChosenType, COLUMN_TYPES } from '@parley/domain/column-type'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useRows } from '#web/console/queries/data-source.ts'
import { useRereadSource } from '../hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import classes from './column-type.module.css'
import { misfitsSql } from './misfits-sql.ts'
import { choicesOf, settingsOf } from './reading-choices.ts'

const texts = SOURCE_TEXTS.columnType
const AUTOMATIC = 'automatic'

type Table = DataSource['tables'][number]
type Props = {
  readonly sourceId: string
  readonly table: Table
  readonly column: Table['columns'][number]
}

/** The type of a column. For a file it opens a dialog to choose another one. */
export function ColumnTypeCell({ sourceId, table, column }: Props) {
  const [isOpen, dialog] = useDisclosure(false)
  const { reading } = table
  if (!reading) return column.type
  return (
    <>
      <UnstyledButton
        className={classes.type ?? ''}
        aria-label={texts.change(column.type)}
        onClick={dialog.open}
      >
        {column.type}
      </UnstyledButton>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.title(column.name)}>
        <TypeForm sourceId={sourceId} table={table} column={column} reading={reading} onDone={dialog.close} />
      </Modal>
    </>
  )
}

type FormProps = Props & { readonly reading: NonNullable<Table['reading']>; readonly onDone: () => void }

function TypeForm({ sourceId, table, column, reading, onDone }: FormProps) {
  const reread = useRereadSource()
  const choices = choicesOf(reading)
  const [type, setType] = useState<ChosenType | null>(choices.columnTypes?.[column.name] ?? null)

  function apply() {
    const { [column.name]: _, ...others } = choices.columnTypes ?? {}
    const columnTypes = { ...others, ...(type && { [column.name]: type }) }
    reread.mutate(
      { data_source_id: sourceId, table: table.name, settings: settingsOf({ ...choices, columnTypes }) },
      {
        onSuccess: () => {
          notifications.show({ message: texts.done(column.name) })
          onDone()
        },
      },
    )
  }

  return (
    <Stack>
      <Select
        label={texts.label}
        allowDeselect={false}
        data-autofocus
        data={[AUTOMATIC, ...COLUMN_TYPES].map((value) => ({ value, label: texts.types[value] ?? value }))}
        value={type ?? AUTOMATIC}
        onChange={(chosen) => setType(COLUMN_TYPES.find((known) => known === chosen) ?? null)}
      />
      <div aria-live="polite">
        {type ? (
          <Misfits table={table.name} column={column.name} type={type} />
        ) : (
          <Text size="sm">{texts.automaticText}</Text>
        )}
      </div>
      {reread.isError && <ErrorNotice error={reread.error} title={SOURCE_TEXTS.reading.failed} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {COMPONENT_TEXTS.cancel}
        </Button>
        <Button loading={reread.isPending} onClick={apply}>
          {texts.apply}
        </Button>
      </Group>
    </Stack>
  )
}

/** Says before the change which values would not fit. */
function Misfits({ table, column, type }: { table: string; column: string; type: ChosenType }) {
  const misfits = useRows(misfitsSql({ table, column, type }))
  if (misfits.isPending) return <Text size="sm">{texts.checking}</Text>
  if (misfits.isError) return <ErrorNotice error={misfits.error} />
  const { rows } = misfits.data
  if (rows.length === 0) return <Text size="sm">{texts.allFit}</Text>
  return (
    <>
      <Text size="sm">{texts.misfits(Number(rows[0]?.total))}</Text>
      <ul className={classes.values}>
        {rows.map(({ value }) => (
          <li key={String(value)}>{String(value)}</li>
        ))}
      </ul>
    </>
  )
}
