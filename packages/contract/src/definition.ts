import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { RunId } from './step.ts'
import { filledText, text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

/** What a definition can be. */
const DEFINITION_KINDS = ['term', 'metric', 'question'] as const

export const DefinitionId = z.uuid().meta({
  description: 'The id of a definition.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000009'],
})

const Dimension = z
  .object({
    name: z
      .string()
      .max(LIMITS.nameLength)
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a plain SQL name')
      .meta({ description: 'The name of the column.', examples: ['country'] }),
    expression: filledText(LIMITS.definitionSqlLength)
      .exactOptional()
      .describe('SQL over the table; absent for a column of the table.'),
  })
  .meta({ id: 'MetricDimension', description: 'A column that a metric can be split and filtered by.' })

const Sql = text(LIMITS.definitionSqlLength)
const FIELDS = {
  name: filledText(LIMITS.descriptionLength).meta({
    description: 'The word of a term, the SQL name of a metric, the wording of a question.',
    examples: ['active customer'],
  }),
  synonyms: z
    .array(filledText(LIMITS.nameLength))
    .max(LIMITS.synonymsPerDefinition)
    .describe('Other words for it.'),
  text: text(LIMITS.descriptionLength).describe('What it means, for people and for the model.'),
  expression: Sql.meta({
    description:
      'SQL: the condition of a term (may be empty), the aggregate of a metric, the SELECT of a question.',
    examples: ["last_order >= date '2026-01-01'"],
  }),
  table: Sql.meta({
    description: 'The table as source.table, or a SELECT in its place; empty for a question.',
    examples: ['shop.customers'],
  }),
  condition: Sql.describe('SQL that every row of a metric meets; may be empty.'),
  dimensions: z
    .array(Dimension)
    .max(LIMITS.dimensionsPerMetric)
    .describe('The columns by which a metric is split and filtered.'),
  time_column: text(LIMITS.nameLength).describe('The dimension that holds the time; may be empty.'),
  unit: text(LIMITS.nameLength).describe('The unit of a metric; may be empty.'),
}

export const DefinitionRecord = z
  .object({
    id: DefinitionId,
    kind: z.enum(DEFINITION_KINDS).describe('What it is.'),
    ...FIELDS,
    data_source_ids: z
      .array(z.uuid().meta({ examples: ['7f8a2c4e-0000-4000-8000-000000000006'] }))
      .describe('The data sources that its SQL reads.'),
    verified_at: LocalTimestamp.describe('When its SQL last ran as you saved it.'),
    problem: z.string().nullable().describe('Why it is suspended; null while it can be used.'),
    created_at: LocalTimestamp,
  })
  .meta({ id: 'Definition', description: 'A term, a metric or a verified question.' })
export type DefinitionRecord = z.infer<typeof DefinitionRecord>

const { name: NameField, ...OTHERS } = FIELDS
const Params = z.object({ definition_id: DefinitionId })

export const definition = {
  /** List my terms, metrics and verified questions. */
  list: endpoint({
    name: 'definition.list',
    method: 'GET',
    path: '/definition',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List my terms, metrics and verified questions',
    isAddition: true,
    description: 'Without a query: all of them, oldest first. With one: a page of them, with next_cursor.',
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        definitions: z.array(DefinitionRecord).describe('The definitions.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Define a term, a metric or a verified question. */
  create: endpoint({
    name: 'definition.create',
    method: 'POST',
    path: '/definition',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Define a term, a metric or a verified question',
    isAddition: true,
    description:
      'Its SQL is run once; a definition that does not run is refused with the sentence of the engine. Agents find it where they find tables. A statement reads a metric as FROM metric.<name>, with its dimensions as columns.',
    example: {
      kind: 'metric',
      name: 'revenue',
      expression: 'sum(total)',
      table: 'shop.orders',
      dimensions: [{ name: 'country' }],
    },
    body: z.object({
      kind: z.enum(DEFINITION_KINDS).describe('What it is.'),
      name: NameField,
      ...z.object(OTHERS).partial().shape,
    }),
    reply: data(DefinitionRecord),
  }),

  /** Change one of my definitions, or verify it again. */
  update: endpoint({
    name: 'definition.update',
    method: 'PATCH',
    path: '/definition/{definition_id}',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Change one of my definitions, or verify it again',
    isAddition: true,
    description: 'Its SQL is run again. Without fields it is only verified, which ends a suspension.',
    example: { synonyms: ['turnover'] },
    params: Params,
    body: z.object(FIELDS).partial(),
    reply: data(DefinitionRecord),
  }),

  /** Delete one of my definitions. */
  delete: endpoint({
    name: 'definition.delete',
    method: 'DELETE',
    path: '/definition/{definition_id}',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Delete one of my definitions',
    isAddition: true,
    params: Params,
    reply: emptyData,
  }),

  /** Save the statement of an answer as a verified question. */
  saveAnswer: endpoint({
    name: 'definition.saveAnswer',
    method: 'POST',
    path: '/chat/run/{run_id}/definition',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Save the statement of an answer as a verified question',
    isAddition: true,
    description: 'The statement is the last one that execute_sql ran in this run.',
    params: z.object({ run_id: RunId }),
    body: z.object({ question: NameField.describe('The wording under which it is found.') }),
    reply: data(DefinitionRecord),
  }),

  /** Export my definitions as YAML. */
  exportDocument: endpoint({
    name: 'definition.exportDocument',
    method: 'GET',
    path: '/definition/document',
    audience: 'user',
    scopes: ['read'],
    summary: 'Export my definitions as YAML',
    isAddition: true,
    description:
      'A document of the Open Semantic Interchange (0.2.0.dev0): a table is a model of one dataset, with its metrics, its dimensions and the conditions of terms. What the form has no place for stands in extensions of the vendor PARLEY.',
    query: z.object({
      data_source_ids: text(LIMITS.descriptionLength)
        .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/, 'must be ids of data sources with commas between them')
        .optional()
        .describe('Only definitions that read no other data sources: their ids, with commas between them.'),
    }),
    reply: data(z.object({ document: z.string().describe('The YAML document.') })),
  }),

  /** Import definitions from YAML. */
  importDocument: endpoint({
    name: 'definition.importDocument',
    method: 'POST',
    path: '/definition/document',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Import definitions from YAML',
    isAddition: true,
    description:
      'Creates and updates definitions by kind and name, all of them or none; equal ones stay as they are. The SQL of each changed one is run. A document of another tool is read as far as it fits: each metric that reads one dataset. `left` says what was left out. A failure names the line.',
    example: { document: 'version: 0.2.0.dev0\nsemantic_model: []\n' },
    body: z.object({
      document: filledText(LIMITS.definitionDocumentLength).describe(
        'A YAML document of the Open Semantic Interchange.',
      ),
    }),
    reply: data(
      z.object({
        definitions: z
          .array(
            z.object({
              kind: z.enum(DEFINITION_KINDS).describe('What it is.'),
              name: z.string().describe('Its name.'),
              line: z.int().describe('Where it stands in the document, from 1.'),
              outcome: z.enum(['created', 'updated', 'unchanged']).describe('What became of it.'),
            }),
          )
          .describe('The definitions of the document.'),
        left: z
          .array(
            z.object({
              line: z.int().describe('Where the part stands in the document, from 1.'),
              reason: z.string().describe('What was left out, and why.'),
            }),
          )
          .describe('The parts of the document that gave no definition.'),
      }),
    ),
  }),
} as const
