'use client'

import {
  Autocomplete,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { useOfferedModels } from '../hooks.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'
import { toFields } from './model-form-values.ts'
import type { ModelFormState } from './use-model-form.ts'

type Props = { readonly form: ModelFormState; readonly model: ModelEntry | null }

const BELOW = ['label', 'input', 'description', 'error'] as const

/** All fields of a configuration except its provider. */
export function ConfigFields({ form, model }: Props) {
  const offered = useOfferedModels()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          withAsterisk
          {...form.getInputProps('name')}
        />
        <Autocomplete
          label={texts.model}
          description={texts.modelHint}
          inputWrapperOrder={[...BELOW]}
          withAsterisk
          limit={50}
          data={offered.data?.map(({ id }) => id) ?? []}
          {...form.getInputProps('model')}
        />
      </SimpleGrid>
      {form.values.provider === 'ollama' && (
        <TextInput
          type="url"
          label={texts.baseUrl}
          description={texts.baseUrlHint}
          withAsterisk
          {...form.getInputProps('base_url')}
        />
      )}
      <PasswordInput
        label={texts.key}
        description={model?.hasKey ? texts.keyKept : texts.keyHint}
        autoComplete="off"
        {...form.getInputProps('api_key')}
      />
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          loading={offered.isPending}
          onClick={() => offered.mutate({ id: model?.id ?? null, fields: toFields(form.getValues(), model) })}
        >
          {texts.offer}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {offered.data && texts.offered(offered.data.length)}
        </Text>
      </Group>
      {offered.isError && <ErrorNotice error={offered.error} title={texts.offerFailed} />}
      <Parameters form={form} />
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        maxLength={LIMITS.descriptionLength}
        {...form.getInputProps('description')}
      />
    </>
  )
}

function Parameters({ form }: { form: ModelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} style={{ alignItems: 'end' }}>
      <NumberInput
        label={texts.temperature}
        description={texts.temperatureHint}
        step={0.1}
        min={0}
        max={2}
        {...form.getInputProps('temperature')}
      />
      <NumberInput
        label={texts.topP}
        description={texts.topPHint}
        step={0.1}
        min={0}
        max={1}
        {...form.getInputProps('top_p')}
      />
      <NumberInput
        label={texts.maxTokens}
        description={texts.maxTokensHint}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('max_tokens')}
      />
    </SimpleGrid>
  )
}
