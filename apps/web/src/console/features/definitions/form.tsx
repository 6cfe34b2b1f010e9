'use client'

import { Button, Group, SegmentedControl, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract/limits'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useCreateDefinition, useUpdateDefinition } from './hooks.ts'
import { DEFINITION_TEXTS as texts } from './texts.ts'

const KINDS = ['term', 'metric', 'question'] as const
type Kind = (typeof KINDS)[number]
type Dimension = { readonly name: string; readonly expression?: string }

/** A definition of the user. */
export type OwnDefinition = {
  readonly id: string
  readonly kind: Kind
  readonly name: string
  readonly synonyms: readonly string[]
  readonly text: string
  readonly expression: string
  readonly table: string
  readonly condition: string
  readonly dimensions: readonly Dimension[]
  readonly unit: string
}

type Props = {
  /** Null for a new definition. */
  readonly definition: OwnDefinition | null
  readonly onDone: () => void
}

/** Adds or changes a definition. */
export function DefinitionForm({ definition, onDone }: Props) {
  const { form, save, error, isPending } = useDefinitionForm({ definition, onDone })
  const { kind } = form.values
  return (
    <form onSubmit={save}>
      <Stack>
        {definition === null && (
          <SegmentedControl
            aria-label={texts.kind}
            data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
            {...form.getInputProps('kind')}
          />
        )}
        <TextInput
          label={texts.names[kind]}
          description={texts.nameHints[kind]}
          data-autofocus
          withAsterisk
          {...form.getInputProps('name')}
        />
        {kind !== 'question' && (
          <TagsInput
            label={texts.synonyms}
            description={texts.synonymsHint}
            {...form.getInputProps('synonyms')}
          />
        )}
        <TextInput label={texts.text} maxLength={LIMITS.descriptionLength} {...form.getInputProps('text')} />
        <Textarea
          label={texts.expressions[kind]}
          description={texts.expressionHints[kind]}
          withAsterisk={kind !== 'term'}
          autosize
          minRows={kind === 'question' ? 4 : 1}
          styles={CODE}
          {...form.getInputProps('expression')}
        />
        {kind !== 'question' && (
          <Textarea
            label={texts.table}
            description={texts.tableHint}
            autosize
            styles={CODE}
            {...form.getInputProps('table')}
          />
        )}
        {kind === 'metric' && <MetricFields form={form} />}
        {error && <ErrorNotice error={error} title={COMPONENT_TEXTS.notSaved} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {texts.saveHint}
          </Text>
          <Group>
            <Button variant="default" onClick={onDone}>
              {COMPONENT_TEXTS.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {COMPONENT_TEXTS.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

const CODE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } as const

type FormHandle = ReturnType<typeof useDefinitionForm>['form']

function MetricFields({ form }: { form: FormHandle }) {
  return (
    <>
      <TextInput label={texts.condition} styles={CODE} {...form.getInputProps('condition')} />
      <TagsInput
        label={texts.dimensions}
        description={texts.dimensionsHint}
        maxTags={LIMITS.dimensionsPerMetric}
        {...form.getInputProps('dimensions')}
      />
      <TextInput label={texts.unit} maxLength={LIMITS.nameLength} {...form.getInputProps('unit')} />
    </>
  )
}

function useDefinitionForm({ definition, onDone }: Props) {
  const create = useCreateDefinition()
  const update = useUpdateDefinition()
  const form = useForm({
    initialValues: initialValues(definition),
    validate: { name: requireText },
  })
  const save = form.onSubmit(({ kind, ...values }) => {
    const fields = fieldsOf(kind, { ...values, before: definition?.dimensions ?? [] })
    const onSuccess = onDone
    if (definition) update.mutate({ definition_id: definition.id, ...fields }, { onSuccess })
    else create.mutate({ kind, ...fields }, { onSuccess })
  })
  const error = create.error ?? update.error
  return { form, save, error, isPending: create.isPending || update.isPending }
}

function initialValues(definition: OwnDefinition | null) {
  const kind: Kind = definition?.kind ?? 'term'
  return {
    kind,
    name: definition?.name ?? '',
    synonyms: [...(definition?.synonyms ?? [])],
    text: definition?.text ?? '',
    expression: definition?.expression ?? '',
    table: definition?.table ?? '',
    condition: definition?.condition ?? '',
    dimensions: (definition?.dimensions ?? []).map(({ name }) => name),
    unit: definition?.unit ?? '',
  }
}

type Values = Omit<ReturnType<typeof initialValues>, 'kind'> & { readonly before: readonly Dimension[] }

/** The fields that a kind has; the others are emptied, because the kind may have been another before. */
function fieldsOf(kind: Kind, { before, dimensions, ...values }: Values) {
  const isMetric = kind === 'metric'
  // A dimension may have an expression, which this form does not show and keeps.
  const known = new Map(before.map((dimension) => [dimension.name, dimension]))
  return {
    ...values,
    synonyms: kind === 'question' ? [] : values.synonyms,
    table: kind === 'question' ? '' : values.table,
    condition: isMetric ? values.condition : '',
    unit: isMetric ? values.unit : '',
    dimensions: isMetric ? dimensions.map((name) => ({ ...(known.get(name) ?? { name }) })) : [],
  }
}

function requireText(value: string): string | null {
  return value.trim() === '' ? COMPONENT_TEXTS.required : null
}
