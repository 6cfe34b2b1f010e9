'use client'

import { ActionIcon, Alert, Badge, Button, Card, Code, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook2, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { useDefinitions } from '#web/console/queries/definition.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { DocumentButtons } from './components/document-buttons.tsx'
import { Suggestions } from './components/suggestions.tsx'
import { DefinitionForm, type OwnDefinition } from './form.tsx'
import { useDeleteDefinition, useUpdateDefinition } from './hooks.ts'
import { DEFINITION_TEXTS as texts } from './texts.ts'

/** The user's terms, metrics and verified questions. */
export function DefinitionsPage() {
  const [isOpen, form] = useDisclosure(false)
  const [edited, setEdited] = useState<OwnDefinition | null>(null)
  const definitions = useDefinitions()
  useAddInAddress(() => open(null))
  function open(definition: OwnDefinition | null) {
    setEdited(definition)
    form.open()
  }
  return (
    <PageFrame
      isWide
      title={texts.title}
      lead={texts.lead}
      actions={
        <Group gap="sm">
          <DocumentButtons />
          <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(() => open(null))}>
            {texts.add}
          </Button>
        </Group>
      }
    >
      <Suggestions />
      {definitions.isPending && <ListSkeleton rows={2} height={110} />}
      {definitions.isError && (
        <ErrorNotice error={definitions.error} onRetry={() => void definitions.refetch()} />
      )}
      {definitions.data?.definitions.length === 0 && (
        <EmptyState icon={IconBook2} title={texts.none} text={texts.noneText}>
          <Button variant="default" onClick={() => open(null)}>
            {texts.createFirst}
          </Button>
        </EmptyState>
      )}
      <Stack>
        {definitions.data?.definitions.map((definition) => (
          <DefinitionCard key={definition.id} definition={definition} onEdit={() => open(definition)} />
        ))}
      </Stack>
      <Modal opened={isOpen} onClose={form.close} size="lg" title={edited ? texts.editTitle : texts.add}>
        <DefinitionForm definition={edited} onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}

type ListedDefinition = OwnDefinition & { readonly verified_at: string; readonly problem: string | null }

function DefinitionCard({ definition, onEdit }: { definition: ListedDefinition; onEdit: () => void }) {
  const { kind, name, text, expression, synonyms, problem, verified_at } = definition
  return (
    <Card withBorder padding="lg" component="article" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="sm">
          <Title order={2} size="h5">
            {kind === 'metric' ? `metric.${name}` : name}
          </Title>
          <Badge variant="light">{texts.kinds[kind]}</Badge>
          {problem !== null && <Badge color="orange">{texts.suspended}</Badge>}
        </Group>
        <Actions definition={definition} onEdit={onEdit} />
      </Group>
      {synonyms.length > 0 && (
        <Text size="sm" c="dimmed">
          {synonyms.join(', ')}
        </Text>
      )}
      {text !== '' && (
        <Text size="sm" mt={4}>
          {text}
        </Text>
      )}
      {expression !== '' && (
        <Code block mt="sm">
          {expression}
        </Code>
      )}
      {problem !== null && (
        <Alert color="orange" mt="sm">
          {translateSentence(problem)}
        </Alert>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        {texts.verified(verified_at.slice(0, 10))}
      </Text>
    </Card>
  )
}

function Actions({ definition, onEdit }: { definition: ListedDefinition; onEdit: () => void }) {
  const { id, name } = definition
  const verification = useUpdateDefinition()
  const deletion = useDeleteDefinition()
  return (
    <Stack gap={4} align="flex-end">
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.verify(name)}
          loading={verification.isPending}
          onClick={() => verification.mutate({ definition_id: id })}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.edit(name)} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ConfirmDeletion
          texts={{ title: texts.deleteTitle, text: texts.deleteText(name) }}
          onConfirm={() => deletion.mutateAsync({ definition_id: id })}
        >
          {(ask) => (
            <ActionIcon variant="subtle" color="red" aria-label={texts.delete(name)} onClick={ask}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </ConfirmDeletion>
      </Group>
      {verification.error && <ErrorNotice error={verification.error} title={texts.notVerified} />}
    </Stack>
  )
}
