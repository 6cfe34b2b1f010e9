'use client'

import { NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { LIMITS } from '@parley/contract/limits'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { useRereadSource } from '../hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { type Choices, choicesOf, ENCODINGS, settingsOf } from './reading-choices.ts'

const texts = SOURCE_TEXTS.reading

type Reading = NonNullable<DataSource['tables'][number]['reading']>
type Props = {
  readonly sourceId: string
  readonly table: string
  readonly reading: Reading
  readonly onDone: () => void
}

/** The settings that the owner can choose for a table; empty fields are decided from the file. */
export function ReadingForm({ sourceId, table, reading, onDone }: Props) {
  const reread = useRereadSource()
  const form = useForm<Choices>({ initialValues: choicesOf(reading) })
  const save = form.onSubmit((choices) =>
    reread.mutate(
      { data_source_id: sourceId, table, settings: settingsOf(choices) },
      {
        onSuccess: () => {
          notifications.show({ message: texts.done })
          onDone()
        },
      },
    ),
  )
  return (
    <form onSubmit={save}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <ReadingFields form={form} settings={reading.settings} />
        {reread.isError && <ErrorNotice error={reread.error} title={texts.failed} />}
        <FormButtons onCancel={onDone} submit={texts.again} isPending={reread.isPending} />
      </Stack>
    </form>
  )
}

type FieldsProps = { readonly form: UseFormReturnType<Choices>; readonly settings: Reading['settings'] }

/** A field for each setting that applies to the file. */
function ReadingFields({ form, settings }: FieldsProps) {
  const isDelimited = settings.separator !== undefined
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {isDelimited && (
        <Select
          label={texts.separator}
          placeholder={texts.automatic(texts.separators[settings.separator ?? ''] ?? settings.separator)}
          data={Object.entries(texts.separators).flatMap(([value, label]) =>
            value === '' ? [] : [{ value, label }],
          )}
          clearable
          {...form.getInputProps('separator')}
        />
      )}
      {settings.encoding !== undefined && (
        <Select
          label={texts.encoding}
          placeholder={texts.automatic(settings.encoding)}
          data={ENCODINGS}
          searchable
          clearable
          {...form.getInputProps('encoding')}
        />
      )}
      {settings.header_row !== undefined && (
        <NumberInput
          label={texts.headerRow}
          description={texts.headerRowHint}
          placeholder={texts.automatic(String(settings.header_row))}
          min={0}
          max={LIMITS.headerRow}
          allowDecimal={false}
          {...form.getInputProps('headerRow')}
        />
      )}
      <Select
        label={texts.dateOrder}
        placeholder={texts.automatic(settings.date_order && texts.dateOrders[settings.date_order])}
        data={Object.entries(texts.dateOrders).map(([value, label]) => ({ value, label }))}
        clearable
        {...form.getInputProps('dateOrder')}
      />
      {settings.header_row !== undefined && (
        <Select
          label={texts.decimalMark}
          placeholder={texts.automatic(settings.decimal_mark && texts.decimalMarks[settings.decimal_mark])}
          data={Object.entries(texts.decimalMarks).map(([value, label]) => ({ value, label }))}
          clearable
          {...form.getInputProps('decimalMark')}
        />
      )}
    </SimpleGrid>
  )
}
