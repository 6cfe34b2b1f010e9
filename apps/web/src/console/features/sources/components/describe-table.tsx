'use client'

import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { DataSource } from '@parley/contract'
import { LIMITS } from '@parley/contract/limits'
import { IconPencil } from '@tabler/icons-react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useDescribeSource } from '../hooks.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'

type Props = { readonly sourceId: string; readonly table: DataSource['tables'][number] }

/** The owner's descriptions of a table and its columns. */
export function DescribeTable({ sourceId, table }: Props) {
  const [isOpen, modal] = useDisclosure(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        flex="none"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={modal.open}
      >
        {texts.edit}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={texts.editTitle(table.name)} size="lg">
        <DescribeForm sourceId={sourceId} table={table} onDone={modal.close} />
      </Modal>
    </>
  )
}

function DescribeForm({ sourceId, table, onDone }: Props & { readonly onDone: () => void }) {
  const describe = useDescribeSource()
  const form = useForm({
    initialValues: {
      description: table.description,
      columns: table.columns.map(({ name, description }) => ({ name, description })),
    },
  })
  const save = form.onSubmit(({ description, columns }) => {
    const changed = columns.filter(
      (column, index) => column.description !== table.columns[index]?.description,
    )
    describe.mutate(
      { data_source_id: sourceId, tables: [{ name: table.name, description, columns: changed }] },
      { onSuccess: onDone },
    )
  })
  return (
    <form onSubmit={save}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.editHint}
        </Text>
        <Textarea
          label={texts.tableDescription}
          autosize
          minRows={2}
          maxLength={LIMITS.descriptionLength}
          {...form.getInputProps('description')}
        />
        {form.values.columns.map((column, index) => (
          <TextInput
            key={column.name}
            label={column.name}
            maxLength={LIMITS.descriptionLength}
            {...form.getInputProps(`columns.${index}.description`)}
          />
        ))}
        {describe.isError && <ErrorNotice error={describe.error} title={COMPONENT_TEXTS.notSaved} />}
        <FormButtons onCancel={onDone} isPending={describe.isPending} />
      </Stack>
    </form>
  )
}
