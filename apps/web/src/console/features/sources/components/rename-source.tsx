'use client'

import { Button, Modal, Stack, TextInput } from '@mantine/core'
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

type Props = { readonly source: Pick<DataSource, 'id' | 'name' | 'title'> }

/** Gives a data source another name for people; its name in SQL stays. */
export function RenameSource({ source }: Props) {
  const [isOpen, modal] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={modal.open}>
        {texts.rename}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={texts.renameTitle}>
        <RenameForm source={source} onDone={modal.close} />
      </Modal>
    </>
  )
}

function RenameForm({ source, onDone }: Props & { readonly onDone: () => void }) {
  const change = useDescribeSource()
  const form = useForm({
    initialValues: { title: source.title },
    validate: { title: (title) => (title.trim() === '' ? COMPONENT_TEXTS.required : null) },
  })
  const save = form.onSubmit(({ title }) =>
    change.mutate({ data_source_id: source.id, title: title.trim() }, { onSuccess: onDone }),
  )
  return (
    <form onSubmit={save}>
      <Stack>
        <TextInput
          label={texts.titleLabel}
          description={texts.renameHint(source.name)}
          data-autofocus
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('title')}
        />
        {change.isError && <ErrorNotice error={change.error} title={COMPONENT_TEXTS.notSaved} />}
        <FormButtons onCancel={onDone} isPending={change.isPending} />
      </Stack>
    </form>
  )
}
