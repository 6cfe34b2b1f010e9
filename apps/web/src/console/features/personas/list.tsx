'use client'

import { ActionIcon, Button, Card, Group, Modal, SimpleGrid, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { useOwnPersonas, usePersonas } from '#web/console/queries/persona.ts'
import { type OwnPersona, PersonaForm } from './form.tsx'
import { useDeletePersona } from './hooks.ts'
import { PERSONA_TEXTS as texts } from './texts.ts'

/** The user's own personas, which can be changed, and the built-in ones. */
export function PersonasPage() {
  const [isOpen, form] = useDisclosure(false)
  const [edited, setEdited] = useState<OwnPersona | null>(null)
  useAddInAddress(() => open(null))
  function open(persona: OwnPersona | null) {
    setEdited(persona)
    form.open()
  }
  return (
    <PageFrame
      isWide
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(() => open(null))}>
          {texts.add}
        </Button>
      }
    >
      <OwnPersonas onEdit={open} />
      <BuiltinPersonas />
      <Modal opened={isOpen} onClose={form.close} size="lg" title={edited ? texts.editTitle : texts.addTitle}>
        <PersonaForm persona={edited} onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}

function OwnPersonas({ onEdit }: { onEdit: (persona: OwnPersona) => void }) {
  const own = useOwnPersonas()
  return (
    <Section title={texts.own}>
      {own.isPending && <ListSkeleton rows={1} height={110} />}
      {own.isError && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />}
      {own.data?.personas.length === 0 && <Text c="dimmed">{texts.noneOwn}</Text>}
      <SimpleGrid minColWidth="18rem">
        {own.data?.personas.map((persona) => (
          <PersonaCard key={persona.id} persona={persona}>
            <OwnActions persona={persona} onEdit={() => onEdit(persona)} />
          </PersonaCard>
        ))}
      </SimpleGrid>
    </Section>
  )
}

function BuiltinPersonas() {
  const personas = usePersonas()
  const own = useOwnPersonas()
  const ids = new Set(own.data?.personas.map(({ id }) => id))
  return (
    <Section title={texts.builtin}>
      {personas.isPending && <ListSkeleton rows={2} height={110} />}
      {personas.isError && <ErrorNotice error={personas.error} onRetry={() => void personas.refetch()} />}
      <SimpleGrid minColWidth="18rem">
        {personas.data?.personas
          .filter(({ id }) => !ids.has(id))
          .map((persona) => (
            <PersonaCard key={persona.id} persona={persona} />
          ))}
      </SimpleGrid>
    </Section>
  )
}

type CardProps = {
  readonly persona: { readonly id: number; readonly name: string; readonly description: string }
  readonly children?: ReactNode
}

function PersonaCard({ persona, children }: CardProps) {
  return (
    <Card withBorder padding="lg" component="article" aria-label={persona.name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h5">
          {persona.name}
        </Title>
        {children}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {persona.description}
      </Text>
      <Text size="xs" c="dimmed" mt="sm" ff="monospace">
        {texts.number(persona.id)}
      </Text>
    </Card>
  )
}

function OwnActions({ persona, onEdit }: { persona: OwnPersona; onEdit: () => void }) {
  const deletion = useDeletePersona()
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" aria-label={texts.edit(persona.name)} onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDeletion
        texts={{ title: texts.deleteTitle, text: texts.deleteText(persona.name) }}
        onConfirm={() => deletion.mutateAsync({ id: persona.id })}
      >
        {(ask) => (
          <ActionIcon variant="subtle" color="red" aria-label={texts.delete(persona.name)} onClick={ask}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </ConfirmDeletion>
    </Group>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
