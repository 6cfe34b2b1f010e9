'use client'

import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { ledgerSentence } from '../ledger-sentence.ts'
import { LEDGER_TEXTS } from '../texts.ts'

const texts = LEDGER_TEXTS.lookUp

type Field = {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Throws a LedgerError that says what is wrong. */
  readonly check: (text: string) => unknown
  /** Said below the field while its content is right. */
  readonly confirm?: (text: string) => string
}

type Props = {
  readonly fields: readonly Field[]
  /** Gets the contents by the fields' names, checked. */
  readonly onLookUp: (values: Readonly<Record<string, string>>) => void
}

/** Asks for what to look up; nothing is sent before its form and checksum are right. */
export function LookUpForm({ fields, onLookUp }: Props) {
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  )
  const [isTried, setIsTried] = useState(false)
  const problems = new Map(fields.map((field) => [field.name, problemOf(field, values[field.name] ?? '')]))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if ([...problems.values()].some((problem) => problem !== null)) return
    onLookUp(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])))
  }

  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        {fields.map((field) => (
          <LookUpField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            problem={isTried ? (problems.get(field.name) ?? null) : null}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <Button type="submit" mt={25} variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          {texts.go}
        </Button>
      </Group>
    </form>
  )
}

type FieldProps = {
  readonly field: Field
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
}

function LookUpField({ field, value, problem, onChange }: FieldProps) {
  const isRight = problemOf(field, value) === null
  return (
    <TextInput
      label={field.label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem}
      description={isRight ? field.confirm?.(value.trim()) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      style={{ flex: '1 1 16rem' }}
    />
  )
}

function problemOf({ check }: Field, text: string): string | null {
  if (text.trim() === '') return texts.empty
  try {
    check(text.trim())
    return null
  } catch (error) {
    return ledgerSentence(error)
  }
}
