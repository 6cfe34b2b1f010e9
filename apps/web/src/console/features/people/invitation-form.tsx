'use client'

import { Alert, Button, Code, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract/limits'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { useCreateInvitation } from './hooks.ts'
import { INVITATION_TEXTS as texts } from './texts.ts'

/** Creates an invitation and shows its link once. */
export function InvitationForm({ onDone }: { onDone: () => void }) {
  const create = useCreateInvitation()
  const form = useForm({
    initialValues: {
      note: '',
      role: 'member' as keyof typeof texts.roles,
      days: String(LIMITS.invitationDays),
    },
  })
  if (create.data) return <NewLink link={create.data.link} onDone={onDone} />

  const submit = form.onSubmit(({ note, role, days }) =>
    create.mutate({ note: note.trim(), role, expires_in_days: Number(days) }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.note}
          description={texts.noteHint}
          maxLength={LIMITS.nameLength}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <Select
          label={texts.role}
          allowDeselect={false}
          data={Object.entries(texts.roles).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('role')}
        />
        <Select
          label={texts.expires}
          allowDeselect={false}
          data={Object.entries(texts.days).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('days')}
        />
        {create.isError && <ErrorNotice error={create.error} title={texts.createFailed} />}
        <FormButtons onCancel={onDone} submit={texts.createButton} isPending={create.isPending} />
      </Stack>
    </form>
  )
}

function NewLink({ link, onDone }: { link: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.linkTitle}>
        {texts.linkText}
      </Alert>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code
          block
          flex={1}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          aria-label={texts.link}
        >
          {link}
        </Code>
        <CopyButton value={link} label={texts.copy} isIconOnly />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
