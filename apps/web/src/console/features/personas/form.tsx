'use client'

import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract/limits'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useCreatePersona, useUpdatePersona } from './hooks.ts'
import { PERSONA_TEXTS as texts } from './texts.ts'

/** A persona of the user. */
export type OwnPersona = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly instructions: string
}

type Props = {
  /** Null for a new persona. */
  readonly persona: OwnPersona | null
  readonly onDone: () => void
}

/** Adds or changes a persona. */
export function PersonaForm({ persona, onDone }: Props) {
  const create = useCreatePersona()
  const update = useUpdatePersona()
  const form = useForm({
    initialValues: {
      name: persona?.name ?? '',
      description: persona?.description ?? '',
      instructions: persona?.instructions ?? '',
    },
    validate: { name: requireText, instructions: requireText },
  })
  const save = form.onSubmit((values) => {
    if (persona) update.mutate({ id: persona.id, ...values }, { onSuccess: onDone })
    else create.mutate(values, { onSuccess: onDone })
  })
  const error = create.error ?? update.error
  return (
    <form onSubmit={save}>
      <Stack>
        <TextInput
          label={texts.name}
          data-autofocus
          withAsterisk
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.description}
          maxLength={LIMITS.descriptionLength}
          {...form.getInputProps('description')}
        />
        <Textarea
          label={texts.instructions}
          description={texts.instructionsHint}
          withAsterisk
          autosize
          minRows={4}
          maxLength={LIMITS.descriptionLength}
          {...form.getInputProps('instructions')}
        />
        {error && <ErrorNotice error={error} title={COMPONENT_TEXTS.notSaved} />}
        <FormButtons onCancel={onDone} isPending={create.isPending || update.isPending} />
      </Stack>
    </form>
  )
}

function requireText(value: string): string | null {
  return value.trim() === '' ? COMPONENT_TEXTS.required : null
}
