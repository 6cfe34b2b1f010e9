'use client'

import { Button, Group, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract'
import { EarlyForm } from '#web/console/components/early/early-form.tsx'
import { useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { useEarlyList } from '#web/console/components/early/use-early-list.ts'
import type { ShownFilter } from './hooks.ts'
import { EVENT_TEXTS as texts } from './texts.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filter of the list of events. */
export function FilterForm({ onChange }: { onChange: (filter: ShownFilter) => void }) {
  const form = useForm({
    initialValues: { action: '', outcome: 'all', person: '', from: '' },
    validate: {
      person: (value) => (value === '' || UUID.test(value.trim()) ? null : texts.personInvalid),
    },
  })
  const action = useEarlyText((text) => form.setFieldValue('action', text))
  const person = useEarlyText((text) => form.setFieldValue('person', text))
  const from = useEarlyText((text) => form.setFieldValue('from', text))
  const outcome = useEarlyList()
  const submit = form.onSubmit((values) =>
    onChange({
      ...(values.action.trim() && { action: values.action.trim() }),
      ...(values.outcome !== 'all' && { outcome: values.outcome }),
      ...(values.person.trim() && { parley_uuid: values.person.trim().toLowerCase() }),
      ...(values.from && { from: new Date(values.from).toISOString() }),
    }),
  )
  return (
    <EarlyForm onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          ref={action}
          label={texts.action}
          placeholder={texts.actionHint}
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('action')}
        />
        <Select
          ref={outcome}
          label={texts.outcome}
          allowDeselect={false}
          data={Object.entries(texts.outcomes).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('outcome')}
        />
        <TextInput
          ref={person}
          label={texts.person}
          placeholder={texts.personHint}
          {...form.getInputProps('person')}
        />
        <TextInput ref={from} type="date" label={texts.from} {...form.getInputProps('from')} />
        <Button type="submit" variant="default">
          {texts.apply}
        </Button>
      </Group>
    </EarlyForm>
  )
}
