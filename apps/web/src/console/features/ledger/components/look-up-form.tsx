'use client'

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EarlyForm } from '#web/console/components/early/early-form.tsx'
import { useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { ledgerSentence } from '../ledger-sentence.ts'
import { LEDGER_TEXTS } from '../texts.ts'

const texts = LEDGER_TEXTS.lookUp

type Field = {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Throws a LedgerError for an invalid value. */
  readonly check: (text: string) => unknown
  /** Shown below the field while its value is valid. */
  readonly confirm?: (text: string) => string
}

export type LookUpFormProps = {
  readonly fields: readonly Field[]
  /** Receives the validated values by the fields' names. */
  readonly onLookUp: (values: Readonly<Record<string, string>>) => void
  /** The result of the last look-up; hidden while the fields have other values. */
  readonly children: ReactNode
}

/** A form for a look-up; it sends nothing before form and checksum are valid. */
export function LookUpForm({ fields, onLookUp, children }: LookUpFormProps) {
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  )
  const [lookedUp, setLookedUp] = useState(values)
  const [isTried, setIsTried] = useState(false)
  const isCurrent = fields.every(({ name }) => values[name] === lookedUp[name])
  const problems = new Map(fields.map((field) => [field.name, problemOf(field, values[field.name] ?? '')]))

  function submit() {
    setIsTried(true)
    if ([...problems.values()].some((problem) => problem !== null)) return
    setLookedUp(values)
    onLookUp(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])))
  }

  return (
    <Stack gap="md">
      <EarlyForm onSubmit={submit} noValidate>
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
          <Button
            type="submit"
            // Beside the field on wide pages, below it on narrow ones.
            mt={{ base: 0, sm: 25 }}
            variant="default"
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            {texts.go}
          </Button>
        </Group>
      </EarlyForm>
      <div aria-live="polite">{isCurrent && children}</div>
    </Stack>
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
  const input = useEarlyText(onChange)
  return (
    <TextInput
      ref={input}
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
