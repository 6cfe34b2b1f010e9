import * as z from 'zod'

/** The vendor name of the extensions of this service. */
export const VENDOR = 'PARLEY'

const Dimension = z.union([
  z.string(),
  z.object({ name: z.string(), expression: z.string().exactOptional() }),
])

/** What the format cannot express about a metric, a field, a dataset or a model. Empty values are left out. */
const OwnExtension = z.discriminatedUnion('kind', [
  /** For a metric. A dimension that is only a name is the field of that name. */
  z.object({
    kind: z.literal('metric'),
    condition: z.string().default(''),
    dimensions: z.array(Dimension).default([]),
    time_column: z.string().default(''),
    unit: z.string().default(''),
  }),
  /** For a field: its expression is the condition of a term. */
  z.object({ kind: z.literal('condition') }),
  /** For a dataset that represents no table. */
  z.object({ kind: z.literal('nothing') }),
  /** For a model: a term or a verified question that fits no dataset. */
  z.object({
    kind: z.enum(['term', 'question']),
    name: z.string(),
    synonyms: z.array(z.string()).default([]),
    text: z.string().default(''),
    expression: z.string().default(''),
    table: z.string().default(''),
  }),
])
export type OwnExtension = z.output<typeof OwnExtension>

type Extension = { readonly vendor_name: string; readonly data: string }

/** Writes an extension, without the values that are empty. */
export function writeExtension(extension: z.input<typeof OwnExtension>): Extension {
  const filled = Object.entries(extension).filter(([, value]) => value !== undefined && value.length > 0)
  return { vendor_name: VENDOR, data: JSON.stringify(Object.fromEntries(filled), null, 2) }
}

/** Reads an extension of this service; a sentence where its data are wrong. */
export function readExtension({ data }: Extension): OwnExtension | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return { problem: `data of ${VENDOR} must be JSON.` }
  }
  const read = OwnExtension.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return { problem: `data of ${VENDOR}: ${issue?.path.join('.') || 'kind'} is missing or wrong.` }
}
