'use client'

import { Autocomplete, Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { useOfferedModels } from '../hooks.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'
import { type ModelFormValues, modelFormRules, toFields } from './model-form-values.ts'
import type { ModelFormState } from './use-model-form.ts'

const SHOWN = 50

type Props = { readonly form: ModelFormState; readonly model: ModelEntry | null }

/** The model, from the list of its provider. The list is read when the field gets the focus; it then opens itself. */
export function ModelField({ form, model }: Props) {
  const offered = useOfferedModels()
  const asked = useRef('')

  function ask() {
    const values = form.getValues()
    asked.current = addressOf(values)
    offered.mutate({ id: model?.id ?? null, fields: toFields(values, model) })
  }

  function askOnce() {
    const values = form.getValues()
    const isReachable = modelFormRules.base_url(values.base_url, values) === null
    const hasKey = values.provider === 'ollama' || values.api_key !== '' || model?.hasKey === true
    if (isReachable && hasKey && asked.current !== addressOf(values)) ask()
  }

  return (
    <>
      <Autocomplete
        label={texts.model}
        description={texts.modelHint}
        withAsterisk
        limit={SHOWN}
        maxDropdownHeight={220}
        data={offered.data?.map(({ id }) => id) ?? []}
        {...form.getInputProps('model')}
        onFocus={askOnce}
      />
      {!offered.isIdle && (
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {offered.isPending && texts.offering}
            {offered.data && texts.offered(offered.data.length)}
          </Text>
          {!offered.isPending && (
            <Button variant="subtle" size="compact-sm" onClick={ask}>
              {texts.offer}
            </Button>
          )}
        </Group>
      )}
      {offered.isError && <ErrorNotice error={offered.error} title={texts.offerFailed} />}
    </>
  )
}

/** What decides which models are offered. */
function addressOf({ provider, base_url, api_key }: ModelFormValues): string {
  return JSON.stringify([provider, base_url.trim(), api_key])
}
