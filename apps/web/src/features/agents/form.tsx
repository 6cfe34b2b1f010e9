'use client'

import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { Agent, RunLimits, ToolBinding } from '@parley/contract'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { useModels } from '#web/features/models/hooks.ts'
import { BUILTIN_SERVER, BUILTIN_TOOL_NAMES } from './components/builtin-tools.ts'
import { DataTools } from './components/data-tools.tsx'
import { ExternalTools } from './components/external-tools.tsx'
import { LimitFields } from './components/limit-fields.tsx'
import { useCreateAgent, useUpdateAgent } from './hooks.ts'
import { AGENT_TEXTS as texts } from './texts.ts'

type Props = {
  /** Null for a new one. */
  readonly agent: Agent | null
  readonly onSaved: (agentId: string) => void
}

type Values = {
  name: string
  description: string
  model: string | null
  tools: ToolBinding[]
  limits: RunLimits
}

/** Creates or changes an agent. */
export function AgentForm({ agent, onSaved }: Props) {
  const create = useCreateAgent()
  const update = useUpdateAgent()
  const form = useForm<Values>({
    initialValues: toValues(agent),
    validate: {
      name: (value) => (value.trim() === '' ? texts.required : null),
      model: (value) => (value === null ? texts.chooseModel : null),
    },
  })

  async function save({ name, description, model, tools, limits }: Values) {
    const fields = { name: name.trim(), description, model_config_id: Number(model), tools, limits }
    const id = agent?.id ?? (await create.mutateAsync(fields)).agent_id
    if (agent) await update.mutateAsync({ agent_id: id, ...fields })
    notifications.show({ message: texts.saved(fields.name) })
    onSaved(id)
  }

  const error = create.error ?? update.error
  return (
    <form onSubmit={form.onSubmit((values) => void save(values).catch(() => undefined))}>
      <Stack>
        <TextInput label={texts.name} withAsterisk maxLength={200} {...form.getInputProps('name')} />
        <ModelSelect
          value={form.values.model}
          error={form.errors.model}
          onChange={(model) => form.setFieldValue('model', model)}
        />
        <Textarea
          label={texts.description}
          description={texts.descriptionHint}
          autosize
          minRows={3}
          maxLength={4000}
          {...form.getInputProps('description')}
        />
        <DataTools tools={form.values.tools} onChange={(tools) => form.setFieldValue('tools', tools)} />
        <ExternalTools
          agentId={agent?.id ?? null}
          tools={form.values.tools}
          onChange={(tools) => form.setFieldValue('tools', tools)}
        />
        <LimitFields
          limits={form.values.limits}
          onChange={(limits) => form.setFieldValue('limits', limits)}
        />
        {error && <ErrorNotice error={error} title={texts.saveFailed} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending || update.isPending}>
            {agent ? texts.save : texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ModelSelectProps = {
  readonly value: string | null
  readonly error: ReactNode
  readonly onChange: (value: string | null) => void
}

function ModelSelect({ value, error, onChange }: ModelSelectProps) {
  const models = useModels()
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

/** A new agent starts with the data tools, because reading data is what most are for. */
function toValues(agent: Agent | null): Values {
  const tools = BUILTIN_TOOL_NAMES.map((tool_name) => ({
    tool_name,
    tool_server_id: BUILTIN_SERVER,
    properties: [],
  }))
  if (!agent) return { name: '', description: '', model: null, tools, limits: {} }
  const { name, description, model_config_id } = agent
  return { name, description, model: String(model_config_id), tools: agent.tools, limits: agent.limits }
}
