'use client'

import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract/limits'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { NewSecret } from './components/new-secret.tsx'
import { useCreateWebhook } from './hooks.ts'
import { WEBHOOK_TEXTS as texts } from './texts.ts'

const EVENTS = ['run.ended', 'run.waiting'] as const

/** Adds a webhook and shows its secret once. */
export function WebhookForm({ onDone }: { onDone: () => void }) {
  const create = useCreateWebhook()
  const form = useForm<{ url: string; name: string; events: string[] }>({
    initialValues: { url: '', name: '', events: [...EVENTS] },
    validate: {
      url: (value) => (/^https?:\/\/[^\s/]+/i.test(value.trim()) ? null : texts.urlInvalid),
      events: (value) => (value.length === 0 ? texts.eventsRequired : null),
    },
  })
  if (create.data) return <NewSecret secret={create.data.secret ?? ''} onDone={onDone} />

  const submit = form.onSubmit(({ url, name, events }) =>
    create.mutate({
      url: url.trim(),
      events: EVENTS.filter((event) => events.includes(event)),
      ...(name.trim() !== '' && { name: name.trim() }),
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          withAsterisk
          maxLength={LIMITS.urlLength}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={texts.events} {...form.getInputProps('events')}>
          <Stack gap="xs" mt="xs">
            {EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={texts.eventNames[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {create.isError && <ErrorNotice error={create.error} title={texts.createFailed} />}
        <FormButtons onCancel={onDone} submit={texts.createButton} isPending={create.isPending} />
      </Stack>
    </form>
  )
}
