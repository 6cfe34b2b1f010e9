'use client'

import { Accordion, Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Markdown } from '#web/console/components/markdown/markdown.tsx'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { API_REFERENCE_TEXTS as texts } from '../texts.ts'
import type { DocumentedOperation } from './read-document.ts'
import { SampleTabs } from './sample-tabs.tsx'
import { SchemaTree } from './schema-tree.tsx'
import { TryIt } from './try-it.tsx'

const COLOURS: Readonly<Record<string, string>> = {
  GET: 'blue',
  POST: 'brand',
  PATCH: 'orange',
  DELETE: 'red',
}

type Props = { readonly operation: DocumentedOperation; readonly apiKey: string; readonly isOpen: boolean }

/** One operation: its input, its output, and a form to call it. */
export function OperationPanel({ operation, apiKey, isOpen }: Props) {
  return (
    <Accordion.Item value={operation.id}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap">
          <Badge variant="light" color={COLOURS[operation.method] ?? 'gray'} w={72} style={{ flex: 'none' }}>
            {operation.method}
          </Badge>
          <div>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {operation.path}
            </Text>
            <Text size="sm" c="dimmed">
              {operation.summary}
            </Text>
          </div>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>{isOpen && <Details operation={operation} apiKey={apiKey} />}</Accordion.Panel>
    </Accordion.Item>
  )
}

function Details({ operation, apiKey }: Pick<Props, 'operation' | 'apiKey'>) {
  return (
    <Stack gap="md">
      <Group gap="xs">
        {operation.isAddition && (
          <Badge variant="light" color="gray">
            {texts.addition}
          </Badge>
        )}
        {operation.isPublic && (
          <Badge variant="light" color="gray">
            {texts.noKey}
          </Badge>
        )}
      </Group>
      {operation.description && <Markdown text={operation.description} />}
      {operation.samples.length > 0 && (
        <Part title={texts.examples}>
          <SampleTabs samples={operation.samples} />
        </Part>
      )}
      {operation.parameters.length > 0 && (
        <Part title={texts.parameters}>
          <SchemaTree
            schema={{
              properties: Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
              required: operation.parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
            }}
          />
        </Part>
      )}
      {operation.body && (
        <Part title={texts.body}>
          <SchemaTree schema={operation.body} />
        </Part>
      )}
      {operation.reply && (
        <Part title={texts.reply}>
          <SchemaTree schema={operation.reply} />
        </Part>
      )}
      {operation.failures.length > 0 && (
        <Spoiler label={texts.failures}>
          {operation.failures.map(({ status, sentence }) => (
            <Text key={status} size="sm">
              <code>{status}</code> {sentence}
            </Text>
          ))}
        </Spoiler>
      )}
      <Spoiler label={texts.tryIt}>
        <TryIt operation={operation} apiKey={apiKey} />
      </Spoiler>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
    </div>
  )
}
