'use client'

import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { type ModelEntry, useTemplates } from '#web/console/queries/llm-config.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'

/** The operator's templates; empty when there are none. */
export function Templates({ onCopy }: { onCopy: (template: ModelEntry) => void }) {
  const templates = useTemplates()
  if (!templates.data || templates.data.length === 0) return null
  return (
    <Stack component="section" gap="xs" mt="xl" aria-label={texts.templates}>
      <Title order={2} size="h4">
        {texts.templates}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.templatesText}
      </Text>
      <SimpleGrid minColWidth="18rem">
        {templates.data.map((template) => (
          <TemplateCard key={template.id} template={template} onCopy={() => onCopy(template)} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function TemplateCard({ template, onCopy }: { template: ModelEntry; onCopy: () => void }) {
  return (
    <Card withBorder padding="lg" component="article" aria-label={template.name}>
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Title order={3} size="h5">
            {template.name}
          </Title>
          <Text size="sm">
            {texts.providers[template.provider].name} · {template.model}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={3}>
            {template.description}
          </Text>
        </div>
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopyPlus size={16} aria-hidden />}
            aria-label={texts.copyNamed(template.name)}
            onClick={onCopy}
          >
            {texts.copy}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
