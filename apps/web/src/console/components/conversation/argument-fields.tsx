'use client'

import { NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import type { Approval } from '@parley/contract'
import { useState } from 'react'
import { APPROVAL_TEXTS as texts } from './approval-texts.ts'
import { type ArgumentField, readArgument, readFields } from './argument-field.ts'

type Arguments = Approval['arguments']

type Props = {
  readonly call: Pick<Approval, 'arguments' | 'parameters'>
  readonly isDisabled: boolean
  /** Receives null while a value does not fit its field. */
  readonly onChange: (changed: Arguments | null) => void
}

/** The arguments of a call as a form, one field for each. Fixed ones are shown and cannot be changed. */
export function ArgumentFields({ call, isDisabled, onChange }: Props) {
  const fields = readFields(call)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  function change(key: string, text: string) {
    const changed = { ...values, [key]: text }
    setValues(changed)
    onChange(applyTexts(call.arguments, fields, changed))
  }
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noArguments}
      </Text>
    )
  return (
    <Stack gap="xs">
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          text={values[field.key] ?? field.text}
          isDisabled={isDisabled || field.isFixed}
          onChange={(text) => change(field.key, text)}
        />
      ))}
    </Stack>
  )
}

/** The arguments with the texts of the form in place; null while one of them does not fit. */
function applyTexts(
  before: Arguments,
  fields: readonly ArgumentField[],
  values: Readonly<Record<string, string>>,
): Arguments | null {
  const changed = { ...before }
  for (const field of fields) {
    const text = values[field.key]
    if (text === undefined) continue
    const read = readArgument(field, text)
    if (read === null) return null
    if (read.value === undefined) delete changed[field.key]
    else changed[field.key] = read.value
  }
  return changed
}

type FieldProps = {
  readonly field: ArgumentField
  readonly text: string
  readonly isDisabled: boolean
  readonly onChange: (text: string) => void
}

function Field({ field, text, isDisabled, onChange }: FieldProps) {
  const { key, kind, isFixed, isRequired } = field
  const description = isFixed ? texts.fixed : field.description
  const frame = { label: key, description, withAsterisk: isRequired, disabled: isDisabled } as const
  if (kind === 'boolean')
    return (
      <div>
        <Text size="sm" fw={600} mb={4}>
          {key}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={key}
          disabled={isDisabled}
          data={[
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ]}
          value={text === 'true' ? 'true' : 'false'}
          onChange={onChange}
        />
      </div>
    )
  if (kind === 'number')
    return <NumberInput {...frame} value={text} onChange={(value) => onChange(String(value))} hideControls />
  return (
    <Textarea
      {...frame}
      autosize
      minRows={1}
      maxRows={10}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={readArgument(field, text) === null ? texts.badValue : undefined}
      styles={{ input: { fontFamily: kind === 'json' ? 'var(--mantine-font-family-monospace)' : undefined } }}
    />
  )
}
