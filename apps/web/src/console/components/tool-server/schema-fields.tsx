'use client'

import { PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import type { SchemaProperty } from './schema-property.ts'

type Props = {
  readonly properties: readonly SchemaProperty[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (key: string, value: string) => void
}

const BOOLEANS = ['true', 'false']

/** One field for each property of a schema; secrets are masked. */
export function SchemaFields({ properties, values, onChange }: Props) {
  return (
    <Stack gap="xs">
      {properties.map((property) => (
        <SchemaField
          key={property.key}
          property={property}
          value={values[property.key] ?? ''}
          onChange={(value) => onChange(property.key, value)}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  readonly property: SchemaProperty
  readonly value: string
  readonly onChange: (value: string) => void
}

function SchemaField({ property, value, onChange }: FieldProps) {
  const { key, datatype, description, isRequired, isSecret, defaultValue, choices } = property
  const frame = { label: key, description, withAsterisk: isRequired, size: 'sm' } as const
  const options = datatype === 'boolean' ? BOOLEANS : choices
  if (options.length > 0) {
    return (
      <Select
        {...frame}
        clearable
        placeholder={defaultValue}
        data={[...options]}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <Input
      {...frame}
      autoComplete="off"
      placeholder={defaultValue}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
