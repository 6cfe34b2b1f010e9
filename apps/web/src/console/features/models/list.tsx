'use client'

import { Badge, Button, Card, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSparkles } from '@tabler/icons-react'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { type ModelEntry, useModels } from '#web/console/queries/llm-config.ts'
import { ModelMenu } from './components/model-menu.tsx'
import { StoredKey } from './components/stored-key.tsx'
import { Templates } from './components/templates.tsx'
import { ModelForm } from './form.tsx'
import { MODEL_TEXTS as texts } from './texts.ts'

/** All configurations, and the form to add or change one. */
export function ModelsPage() {
  const models = useModels()
  const [isFormOpen, form] = useDisclosure(false)
  const [edited, setEdited] = useState<ModelEntry | null>(null)
  const [template, setTemplate] = useState<ModelEntry | null>(null)
  useNamedModel(models.data, (model) => open(model))
  useAddInAddress(() => open(null))

  function open(model: ModelEntry | null, copied: ModelEntry | null = null) {
    setEdited(model)
    setTemplate(copied)
    form.open()
  }

  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(() => open(null))}>
      {texts.add}
    </Button>
  )
  return (
    <PageFrame isWide title={texts.title} lead={texts.lead} actions={addButton}>
      {models.isPending && <ListSkeleton rows={3} height={120} />}
      {models.isError && <ErrorNotice error={models.error} onRetry={() => void models.refetch()} />}
      {models.data?.length === 0 && (
        <EmptyState icon={IconSparkles} title={texts.none} text={texts.noneText} />
      )}
      <SimpleGrid minColWidth="18rem">
        {models.data?.map((model) => (
          <ModelCard key={model.id} model={model} onEdit={() => open(model)} />
        ))}
      </SimpleGrid>
      <Templates onCopy={(copied) => open(null, copied)} />
      <Modal
        opened={isFormOpen}
        onClose={form.close}
        size="lg"
        title={edited ? texts.editTitle : texts.addTitle}
      >
        <ModelForm model={edited} template={template} onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}

/** Opens the model in the page's address, once. */
function useNamedModel(models: readonly ModelEntry[] | undefined, open: (model: ModelEntry) => void): void {
  const router = useRouter()
  const id = useSearchParams().get('model')
  const named = models?.find((model) => String(model.id) === id)
  const isOpened = useRef(false)
  useEffect(() => {
    if (!named || isOpened.current) return
    isOpened.current = true
    open(named)
    router.replace('/models')
  })
}

function ModelCard({ model, onEdit }: { model: ModelEntry; onEdit: () => void }) {
  return (
    <Card withBorder padding="lg" component="article" aria-label={model.name}>
      <Stack gap="sm" h="100%" justify="space-between">
        <div>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={2} size="h5" lineClamp={2}>
              {model.name}
            </Title>
            <ModelMenu model={model} onEdit={onEdit} />
          </Group>
          <Group gap="xs" mt={4}>
            <Badge variant="light">{texts.providers[model.provider].name}</Badge>
            <Text size="sm" ff="monospace">
              {model.model}
            </Text>
          </Group>
          {model.base_url && (
            <Text size="xs" c="dimmed" mt={4} truncate>
              {model.base_url}
            </Text>
          )}
          {model.description && (
            <Text size="sm" c="dimmed" mt="xs" lineClamp={3}>
              {model.description}
            </Text>
          )}
        </div>
        <StoredKey model={model} />
      </Stack>
    </Card>
  )
}
