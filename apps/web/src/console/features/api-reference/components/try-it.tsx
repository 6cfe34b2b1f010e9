'use client'

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeText } from '#web/console/components/code/code-text.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { API_REFERENCE_TEXTS as texts } from '../texts.ts'
import { type DocumentedOperation, fieldsOf } from './read-document.ts'

type Props = { readonly operation: DocumentedOperation; readonly apiKey: string }

/** Calls an operation with the reader's own key and shows the reply unchanged. */
export function TryIt({ operation, apiKey }: Props) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => exampleOf(operation))
  const call = useMutation({ mutationFn: () => send(operation, { values, body, apiKey }), gcTime: 0 })
  const isLocked = !operation.isPublic && apiKey === ''
  return (
    <Stack gap="xs">
      {operation.parameters.map(({ name, isRequired }) => (
        <TextInput
          key={name}
          label={name}
          size="xs"
          withAsterisk={isRequired}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      {operation.body && (
        <Textarea
          label={texts.bodyLabel}
          size="xs"
          autosize
          minRows={3}
          maxRows={16}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <Group>
        <Button size="xs" loading={call.isPending} disabled={isLocked} onClick={() => call.mutate()}>
          {texts.send}
        </Button>
        {isLocked && <Text size="sm">{texts.needKey}</Text>}
      </Group>
      <div aria-live="polite">
        {call.isError && <ErrorNotice error={new Error(texts.unreachable)} />}
        {call.data && (
          <>
            <Text size="sm" fw={600}>
              {texts.status(call.data.status)}
            </Text>
            <CodeText code={call.data.text} language="json" />
          </>
        )}
      </div>
    </Stack>
  )
}

type Request = {
  readonly values: Readonly<Record<string, string>>
  readonly body: string
  readonly apiKey: string
}

async function send(operation: DocumentedOperation, { values, body, apiKey }: Request) {
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, place } of operation.parameters) {
    const value = values[name] ?? ''
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  const response = await fetch(`/api${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    // Sends only the key that the reader entered, as a program would; no cookies of the browser.
    credentials: 'omit',
    headers: {
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
      ...(operation.body && { 'content-type': 'application/json' }),
    },
    ...(operation.body && { body }),
  })
  return { status: response.status, text: pretty(await response.text()) }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A body with every required field, empty. */
function exampleOf({ body }: DocumentedOperation): string {
  if (!body) return ''
  const required = Array.isArray(body.required) ? body.required.map(String) : []
  const properties = fieldsOf(body.properties)
  const fields = required.map((name) => [name, emptyOf(fieldsOf(properties[name]).type)])
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

function emptyOf(type: unknown): unknown {
  if (type === 'integer' || type === 'number') return 0
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'object' ? {} : ''
}
