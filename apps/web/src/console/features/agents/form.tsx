'use client'

import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Agent } from '@parley/contract'
import { LIMITS } from '@parley/contract/limits'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { EarlyForm } from '#web/console/components/early/early-form.tsx'
import { useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useModels } from '#web/console/queries/llm-config.ts'
import type { AgentFormValues } from './components/agent-form-values.ts'
import { DataSourceSelect } from './components/data-source-select.tsx'
import { DataTools } from './components/data-tools.tsx'
import { ExternalTools } from './components/external-tools.tsx'
import { LimitFields } from './components/limit-fields.tsx'
import { useAgentForm } from './components/use-agent-form.ts'
import { useCreateAgent, useUpdateAgent } from './hooks.ts'
import { AGENT_TEXTS as texts } from './texts.ts'

type Props = {
  /** Null for a new agent. */
  readonly agent: Agent | null
  readonly onSaved: (agentId: string) => void
}

/** Creates or changes an agent. */
export function AgentForm({ agent, onSaved }: Props) {
  const create = useCreateAgent()
  const update = useUpdateAgent()
  const { form, isRestored, forget } = useAgentForm(agent)
  const name = useEarlyText((text) => form.setFieldValue('name', text))
  const description = useEarlyText<HTMLTextAreaElement>((text) => form.setFieldValue('description', text))

  async function save({ name, description, model, tools, limits, dataSourceIds }: AgentFormValues) {
    const data_source_ids = dataSourceIds && [...dataSourceIds]
    const fields = {
      name: name.trim(),
      description,
      model_config_id: Number(model),
      tools,
      limits,
      data_source_ids,
    }
    const id = agent?.id ?? (await create.mutateAsync(fields)).agent_id
    if (agent) await update.mutateAsync({ agent_id: id, ...fields })
    forget()
    notifications.show({ message: texts.saved(fields.name) })
    onSaved(id)
  }

  const error = create.error ?? update.error
  return (
    <EarlyForm onSubmit={form.onSubmit((values) => void save(values).catch(() => undefined))}>
      <Stack>
        {isRestored && form.isDirty() && <Unsaved onDiscard={form.reset} />}
        <TextInput
          ref={name}
          label={texts.name}
          withAsterisk
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <ModelSelect
          value={form.values.model}
          error={form.errors.model}
          onChange={(model) => form.setFieldValue('model', model)}
        />
        <Textarea
          ref={description}
          label={texts.description}
          description={texts.descriptionHint}
          autosize
          minRows={3}
          maxLength={LIMITS.descriptionLength}
          {...form.getInputProps('description')}
        />
        <DataTools tools={form.values.tools} onChange={(tools) => form.setFieldValue('tools', tools)} />
        <DataSourceSelect
          ids={form.values.dataSourceIds}
          onChange={(ids) => form.setFieldValue('dataSourceIds', ids)}
        />
        <ExternalTools
          agentId={agent?.id ?? null}
          tools={form.values.tools}
          onChange={(tools) => form.setFieldValue('tools', tools)}
        />
        <LimitFields
          limits={form.values.limits}
          onChange={(change) => form.setFieldValue('limits', change)}
        />
        {error && <ErrorNotice error={error} title={COMPONENT_TEXTS.notSaved} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending || update.isPending}>
            {agent ? COMPONENT_TEXTS.save : texts.create}
          </Button>
        </Group>
      </Stack>
    </EarlyForm>
  )
}

function Unsaved({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert variant="light" color="yellow" title={texts.unsaved}>
      <Button size="xs" variant="default" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </Alert>
  )
}

type ModelSelectProps = {
  readonly value: string | null
  readonly error: ReactNode
  readonly onChange: (value: string | null) => void
}

function ModelSelect({ value, error, onChange }: ModelSelectProps) {
  const models = useModels()
  if (models.isLoadingError)
    return (
      <ErrorNotice title={texts.modelsNotLoaded} error={models.error} onRetry={() => void models.refetch()} />
    )
  if (models.data?.length === 0) {
    return (
      <Alert variant="light" title={texts.needModel}>
        <Group justify="space-between">
          <Text size="sm">{texts.needModelText}</Text>
          <Button component={Link} href="/models" size="xs" variant="default">
            {texts.addModel}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <Select
      label={texts.model}
      placeholder={texts.modelPlaceholder}
      withAsterisk
      allowDeselect={false}
      disabled={!models.data}
      data={(models.data ?? []).map(({ id, name, model }) => ({
        value: String(id),
        label: `${name} (${model})`,
      }))}
      value={models.data ? value : null}
      error={error}
      onChange={onChange}
    />
  )
}
