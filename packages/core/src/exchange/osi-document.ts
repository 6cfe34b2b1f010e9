import * as z from 'zod'

// The form of the Open Semantic Interchange, version 0.2.0.dev0 (apache/ossie, core-spec). Unknown keys are ignored, and an
// empty value is an absent one.

/** The version of the form that is written. */
export const OSI_VERSION = '0.2.0.dev0'

const Text = z.string('must be a text')
const optionalText = Text.nullish().transform((text) => text ?? '')

function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, 'must be a list')
    .nullish()
    .transform((items) => items ?? [])
}

const Dialects = z
  .array(
    z.object({ dialect: Text, expression: Text }, 'must have a dialect and an expression'),
    'must be a list',
  )
  .min(1, 'must have an expression')
/** Examples of the specification leave `dialects` out. */
const Expression = z.union(
  [z.object({ dialects: Dialects }).transform(({ dialects }) => dialects), Dialects],
  'must have dialects, each with a dialect and an expression',
)

const described = {
  description: optionalText,
  ai_context: z
    .union(
      [z.object({ synonyms: list(Text) }), Text.transform(() => ({ synonyms: [] }))],
      'must be an object or a text',
    )
    .nullish()
    .transform((context) => context?.synonyms ?? []),
  custom_extensions: list(
    z.object({ vendor_name: Text, data: Text }, 'must have vendor_name and data, both texts'),
  ),
}

const Field = z.object({
  name: Text,
  expression: Expression,
  dimension: z.object({ is_time: z.boolean('must be true or false').nullish() }).nullish(),
  ...described,
})
export type OsiField = z.infer<typeof Field>

const Metric = z.object({ name: Text, expression: Expression, ...described })
export type OsiMetric = z.infer<typeof Metric>

const Dataset = z.object({
  name: Text,
  source: Text,
  fields: list(Field),
  /** The format has no metrics here. They are reported, and not read. */
  metrics: list(Metric),
  ...described,
})
export type OsiDataset = z.infer<typeof Dataset>

const Model = z.object({
  name: Text,
  datasets: list(Dataset),
  metrics: list(Metric),
  relationships: list(z.object({ name: Text }, 'must be an object')),
  ...described,
})
export type OsiModel = z.infer<typeof Model>

/** A document of the Open Semantic Interchange, as far as it is read. */
export const OsiDocument = z.object(
  { semantic_model: z.array(Model, 'must be a list of models') },
  'must be an object with semantic_model',
)
