'use client'

import { useForm } from '@mantine/form'
import type { Agent } from '@parley/contract'
import { useSearchParams } from 'next/navigation'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useAskBeforeUnload, useFormDrafts } from '#web/console/components/form-drafts.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { BUILTIN_SERVER, BUILTIN_TOOL_NAMES } from '#web/console/components/tool-server/builtin-tools.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'
import type { AgentFormValues } from './agent-form-values.ts'
import { forgetDraft, hasUnstoredValues, readDraft, storeDraft } from './stored-draft.ts'

/**
 * The form of an agent; null for a new agent. Unsaved changes are restored when the page is opened again or reloaded
 * (`isRestored`). The browser asks before a reload loses values that are not stored. Call `forget` after saving.
 */
export function useAgentForm(agent: Agent | null) {
  const wantedModel = useSearchParams().get('model')
  const drafts = useFormDrafts<AgentFormValues>()
  const key = `agent ${agent?.id ?? 'new'}`
  const [restored] = useState(() => drafts.get(key) ?? readDraft(key, agent))
  const form = useForm<AgentFormValues>({
    initialValues: toValues(agent, wantedModel),
    validate: {
      name: (value) => (value.trim() === '' ? COMPONENT_TEXTS.required : null),
      model: (value) => (value === null ? texts.chooseModel : null),
    },
  })
  const { setValues, values } = form
  const isDirty = form.isDirty()
  useAskBeforeUnload(isDirty && hasUnstoredValues(values, agent))
  // A layout effect, so that it restores before fields take over what was typed before hydration.
  useLayoutEffect(() => {
    if (restored) setValues(restored)
  }, [restored, setValues])
  useEffect(() => {
    if (isDirty) {
      drafts.set(key, values)
      storeDraft(key, values, agent)
    } else {
      drafts.delete(key)
      forgetDraft(key)
    }
  }, [drafts, key, isDirty, values, agent])

  function forget() {
    form.resetDirty()
    drafts.delete(key)
    forgetDraft(key)
  }
  return { form, isRestored: restored !== undefined, forget }
}

/** A new agent starts with the data tools, because most agents read data, and with the model of the address. */
function toValues(agent: Agent | null, wantedModel: string | null): AgentFormValues {
  const tools = BUILTIN_TOOL_NAMES.map((tool_name) => ({
    tool_name,
    tool_server_id: BUILTIN_SERVER,
    properties: [],
  }))
  if (!agent) return { name: '', description: '', model: wantedModel, tools, limits: {}, dataSourceIds: null }
  const { name, description, model_config_id, limits, data_source_ids: dataSourceIds } = agent
  return { name, description, model: String(model_config_id), tools: agent.tools, limits, dataSourceIds }
}
