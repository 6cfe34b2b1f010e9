'use client'

import { NumberInput, PasswordInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'
import { ModelField } from './model-field.tsx'
import type { ModelFormValues } from './model-form-values.ts'
import type { ModelFormState } from './use-model-form.ts'

type Props = { readonly form: ModelFormState; readonly model: ModelEntry | null }

/** Shows all fields of a configuration except its provider: those that lead to the model first, then the others. */
export function ConfigFields({ form, model }: Props) {
  return (
    <>
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
      <ModelField form={form} model={model} />
      <TextInput label={texts.name} description={texts.nameHint} {...form.getInputProps('name')} />
      <Spoiler label={texts.advanced} isOpenAtFirst={hasParameters(form.getValues())}>
        <Stack>
          <Parameters form={form} />
          <Textarea
            label={texts.description}
            autosize
            minRows={2}
            maxLength={LIMITS.descriptionLength}
            {...form.getInputProps('description')}
          />
        </Stack>
      </Spoiler>
    </>
  )
}

function hasParameters({ temperature, top_p, max_tokens }: ModelFormValues): boolean {
  return temperature !== '' || top_p !== '' || max_tokens !== ''
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
