'use client'

import { Accordion, Anchor, PasswordInput, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { OperationPanel } from './components/operation-panel.tsx'
import type { DocumentedOperation } from './components/read-document.ts'
import { useOperations } from './hooks.ts'
import { API_REFERENCE_TEXTS as texts } from './texts.ts'

/** All operations by noun, with a search and a field for the key. */
export function ApiReferencePage() {
  const operations = useOperations()
  const [search, setSearch] = useState('')
  const [apiKey, setApiKey] = useState('')
  const searchField = useEarlyText(setSearch)
  const keyField = useEarlyText((text) => setApiKey(text.trim()))
  const isHydrated = useMounted()
  const found = (operations.data ?? []).filter((operation) => isMatch(operation, search))
  return (
    <PageFrame
      title={texts.title}
      lead={texts.lead}
      actions={<Anchor href="/api/openapi.json">{texts.document}</Anchor>}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          ref={searchField}
          type="search"
          label={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <PasswordInput
          ref={keyField}
          visibilityToggleButtonProps={{ disabled: !isHydrated }}
          label={texts.key}
          description={texts.keyHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value.trim())}
        />
      </SimpleGrid>
      {operations.isPending && <ListSkeleton rows={8} />}
      {operations.isError && (
        <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
      )}
      {operations.data && found.length === 0 && <Text c="dimmed">{texts.nothing}</Text>}
      {[...Map.groupBy(found, ({ tag }) => tag)].map(([tag, group]) => (
        <OperationGroup key={tag} tag={tag} operations={group} apiKey={apiKey} />
      ))}
    </PageFrame>
  )
}

type GroupProps = {
  readonly tag: string
  readonly operations: readonly DocumentedOperation[]
  readonly apiKey: string
}

function OperationGroup({ tag, operations, apiKey }: GroupProps) {
  const [opened, setOpened] = useState<string[]>([])
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {tag}
      </Title>
      <Accordion variant="separated" multiple value={opened} onChange={setOpened}>
        {operations.map((operation) => (
          <OperationPanel
            key={operation.id}
            operation={operation}
            apiKey={apiKey}
            isOpen={opened.includes(operation.id)}
          />
        ))}
      </Accordion>
    </section>
  )
}

function isMatch({ path, summary, id }: DocumentedOperation, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [path, summary, id].some((text) => text.toLowerCase().includes(wanted))
}
