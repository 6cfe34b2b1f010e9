'use client'

import { Button, Group, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract'
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
  const submit = form.onSubmit(({ action, outcome, person, from }) =>
    onChange({
      ...(action.trim() && { action: action.trim() }),
      ...(outcome !== 'all' && { outcome }),
      ...(person.trim() && { parley_uuid: person.trim().toLowerCase() }),
      ...(from && { from: new Date(from).toISOString() }),
    }),
  )
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={texts.action}
          placeholder={texts.actionHint}
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('action')}
        />
        <Select
          label={texts.outcome}
          allowDeselect={false}
          data={Object.entries(texts.outcomes).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('outcome')}
        />
        <TextInput label={texts.person} placeholder={texts.personHint} {...form.getInputProps('person')} />
        <TextInput type="date" label={texts.from} {...form.getInputProps('from')} />
        <Button type="submit" variant="default">
          {texts.apply}
        </Button>
      </Group>
    </form>
  )
}
