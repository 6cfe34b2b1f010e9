'use client'

import { Button, Checkbox, Fieldset, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
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
import { readValueWords, writeValueWords } from './value-words.ts'

type Props = { readonly sourceId: string; readonly table: DataSource['tables'][number] }

/** What the owner says of a table, its columns and their values. */
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
      columns: table.columns.map(formColumn),
    },
    validate: { columns: { words: unreadableLine } },
  })
  const save = form.onSubmit(({ description, columns }) => {
    const before = table.columns.map(formColumn)
    const changed = columns.flatMap((column, index) => changesOf(column, before[index]))
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
          <Fieldset key={column.name} legend={column.name}>
            <Stack gap="xs">
              <TextInput
                aria-label={column.name}
                maxLength={LIMITS.descriptionLength}
                {...form.getInputProps(`columns.${index}.description`)}
              />
              <Textarea
                aria-label={texts.valueWords.label(column.name)}
                placeholder={texts.valueWords.hint}
                autosize
                minRows={1}
                {...form.getInputProps(`columns.${index}.words`)}
              />
              <Checkbox
                label={texts.valueWords.searched(column.name)}
                {...form.getInputProps(`columns.${index}.isSearched`, { type: 'checkbox' })}
              />
            </Stack>
          </Fieldset>
        ))}
        {describe.isError && <ErrorNotice error={describe.error} title={COMPONENT_TEXTS.notSaved} />}
        <FormButtons onCancel={onDone} isPending={describe.isPending} />
      </Stack>
    </form>
  )
}

type FormColumn = ReturnType<typeof formColumn>

function formColumn({
  name,
  description,
  is_searched = true,
  value_synonyms = [],
}: Props['table']['columns'][number]) {
  return { name, description, words: writeValueWords(value_synonyms), isSearched: is_searched }
}

/** Only what was changed is sent: a description that is sent replaces the one of the source. */
function changesOf({ name, description, words, isSearched }: FormColumn, before: FormColumn | undefined) {
  const value_synonyms = readValueWords(words)
  const changes = {
    ...(description !== before?.description && { description }),
    ...(isSearched !== before?.isSearched && { is_searched: isSearched }),
    // The form is not sent while a line cannot be read.
    ...(words !== before?.words && Array.isArray(value_synonyms) && { value_synonyms }),
  }
  return Object.keys(changes).length > 0 ? [{ name, ...changes }] : []
}

function unreadableLine(words: string): string | null {
  const read = readValueWords(words)
  return 'unreadable' in read ? texts.valueWords.unreadable(read.unreadable) : null
}
