'use client'

import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { DialogFooter } from '#web/console/components/dialog-footer.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { ConfigFields } from './components/config-fields.tsx'
import { toFields } from './components/model-form-values.ts'
import { ProviderCards } from './components/provider-cards.tsx'
import { TestResult } from './components/test-result.tsx'
import { useModelForm } from './components/use-model-form.ts'
import { type ModelFields, useSaveModel, useTestModel } from './hooks.ts'
import { MODEL_TEXTS as texts } from './texts.ts'

type Props = {
  /** Null for a new configuration. */
  readonly model: ModelEntry | null
  /** The initial values of a new configuration. */
  readonly template?: ModelEntry | null
  readonly onDone: () => void
}

/** Creates or changes a configuration, with a test before saving. */
export function ModelForm({ model, template = null, onDone }: Props) {
  const origin = model ?? template
  const test = useTestModel()
  const save = useSaveModel()
  const form = useModelForm(origin)

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

  const fields = () => toFields(form.getValues(), origin)
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
        <ConfigFields form={form} model={model} />
        <DialogFooter
          result={
            <>
              <TestResult reply={test.data} error={test.error} isPending={test.isPending} />
              {save.isError && <ErrorNotice error={save.error} title={COMPONENT_TEXTS.notSaved} />}
            </>
          }
        >
          <Group justify="space-between">
            {test.isPending ? (
              <Button variant="default" onClick={test.cancel}>
                {texts.cancelTest}
              </Button>
            ) : (
              <Button variant="default" onClick={() => tryOut()}>
                {texts.test}
              </Button>
            )}
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
        </DialogFooter>
      </Stack>
    </form>
  )
}
