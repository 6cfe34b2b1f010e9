'use client'

import { Alert, Code, List, Text } from '@mantine/core'
import type { Step } from '@parley/contract'
import type { ReactNode } from 'react'
import { STEP_TEXTS as texts } from './texts.ts'

/** What find_metadata says besides tables: what the data do not hold, definitions, stored values and joins. */
export function FoundMeaning({ output }: { output: Step['output'] }) {
  const { not_here: notHere, values_pending: pending } = output
  return (
    <>
      {typeof notHere === 'string' && (
        <Alert color="yellow" variant="light">
          {notHere}
        </Alert>
      )}
      {typeof pending === 'string' && (
        <Text size="sm" c="dimmed">
          {texts.valuesPending}
        </Text>
      )}
      <Part title={texts.definitions} entries={entriesOf(output.definitions)}>
        {(one) => <DefinitionLine definition={one} />}
      </Part>
      <Part title={texts.values} entries={entriesOf(output.values)}>
        {(one) => texts.storedValue(textOf(one.asked), textOf(one.stored), textOf(one.column))}
      </Part>
      <Part title={texts.joins} entries={entriesOf(output.joins)}>
        {({ on, kind, guessed }) => (
          <>
            <Code>{Array.isArray(on) ? on.map(String).join(', ') : ''}</Code>{' '}
            {texts.joinKind(textOf(kind), guessed === true)}
          </>
        )}
      </Part>
    </>
  )
}

type Entry = Readonly<Record<string, unknown>>

function DefinitionLine({ definition }: { definition: Entry }) {
  const {
    question,
    metric,
    term,
    statement,
    computed_as: computed,
    condition,
    verified_at: date,
  } = definition
  const name = textOf(question) || textOf(metric) || textOf(term)
  const sql = textOf(statement) || textOf(computed) || textOf(condition)
  return (
    <>
      {name} {sql && <Code>{sql}</Code>}{' '}
      <Text span size="sm" c="dimmed">
        {texts.verifiedOn(textOf(date))}
      </Text>
    </>
  )
}

type PartProps = {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly children: (entry: Entry) => ReactNode
}

function Part({ title, entries, children }: PartProps) {
  if (entries.length === 0) return null
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {title}
      </Text>
      <List size="sm" aria-label={title}>
        {entries.map((entry) => (
          <List.Item key={JSON.stringify(entry)}>{children(entry)}</List.Item>
        ))}
      </List>
    </div>
  )
}

function entriesOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.map((entry): Entry => ({ ...Object(entry) })) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
