'use client'

import {
  Button,
  Group,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { modelFormRules, toFields, toFormValues } from './components/model-form-values.ts'
import { ProviderCards } from './components/provider-cards.tsx'
import { TestResult } from './components/test-result.tsx'
import { type Model, type ModelFields, useSaveModel, useTestModel } from './hooks.ts'
import { MODEL_TEXTS as texts } from './texts.ts'

type Props = {
  /** Null for a new one. */
  readonly model: Model | null
  readonly onDone: () => void
}

/** Creates or changes a configuration; it is tried before it is saved. */
export function ModelForm({ model, onDone }: Props) {
  const test = useTestModel()
  const save = useSaveModel()
  const form = useModelForm(model)

  function store(fields: ModelFields) {
    save.mutate(
      { id: model?.id ?? null, fields },
      {
        onSuccess: ({ name }) => {
          notifications.show({ message: texts.saved(name) })
          onDone()
        },
      },
    )
  }

  const fields = () => toFields(form.getValues(), model)
  const tryOut = (onSuccess?: () => void) => {
    if (form.validate().hasErrors) return
    test.mutate({ id: model?.id ?? null, fields: fields() }, { ...(onSuccess && { onSuccess }) })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        tryOut(() => store(fields()))
      }}
    >
      <Stack>
        <ProviderCards
          value={form.values.provider}
          onChange={(provider) => form.setFieldValue('provider', provider)}
        />
        <Fields form={form} hasKey={model?.hasKey ?? false} />
        <TestResult reply={test.data} error={test.error} isPending={test.isPending} />
        {save.isError && <ErrorNotice error={save.error} title={texts.saveFailed} />}
        <Group justify="space-between">
          <Button variant="default" loading={test.isPending} onClick={() => tryOut()}>
            {texts.test}
          </Button>
          <Group gap="xs">
            {test.isError && (
              <Button variant="subtle" loading={save.isPending} onClick={() => store(fields())}>
                {texts.saveUntested}
              </Button>
            )}
            <Button type="submit" loading={test.isPending || save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function useModelForm(model: Model | null) {
  return useForm({ initialValues: toFormValues(model), validate: modelFormRules })
}

type ModelFormState = ReturnType<typeof useModelForm>

function Fields({ form, hasKey }: { form: ModelFormState; hasKey: boolean }) {
  const isSelfHosted = form.values.provider === 'ollama'
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          withAsterisk
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.model}
          description={texts.modelHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          {...form.getInputProps('model')}
        />
      </SimpleGrid>
      {isSelfHosted && (
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
        description={hasKey ? texts.keyKept : texts.keyHint}
        autoComplete="off"
        {...form.getInputProps('api_key')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
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
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
    </>
  )
}
