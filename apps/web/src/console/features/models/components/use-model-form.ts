'use client'

import { useForm } from '@mantine/form'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { modelFormRules, toFormValues } from './model-form-values.ts'

/** The form of a configuration; empty for a new one. */
export function useModelForm(model: ModelEntry | null) {
  return useForm({ initialValues: toFormValues(model), validate: modelFormRules })
}

export type ModelFormState = ReturnType<typeof useModelForm>
