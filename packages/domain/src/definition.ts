export const DEFINITION_KINDS = ['term', 'metric', 'question'] as const

/** A column that a metric can be split and filtered by. */
export type MetricDimension = {
  readonly name: string
  /** SQL over the table; absent for a column of the table. */
  readonly expression?: string
}

/** What an owner has said once: a word, a figure, or a question with its statement. */
export type Definition = {
  readonly id: string
  readonly kind: (typeof DEFINITION_KINDS)[number]
  /** The word of a term, the SQL name of a metric, the wording of a question. */
  readonly name: string
  readonly synonyms: readonly string[]
  readonly text: string
  /** SQL: the condition of a term (may be empty), the aggregate of a metric, the statement of a question. */
  readonly expression: string
  /** `source.table`, or a SELECT in its place; empty for a question and for a term without a condition. */
  readonly table: string
  /** SQL that every row of a metric meets; may be empty. */
  readonly condition: string
  readonly dimensions: readonly MetricDimension[]
  /** The dimension that holds the time; may be empty. */
  readonly timeColumn: string
  readonly unit: string
  /** The data sources that its SQL reads. */
  readonly dataSourceIds: readonly string[]
  /** When its SQL last ran as its owner saved it: ISO 8601, UTC. */
  readonly verifiedAt: string
  /** Why it is suspended; null while it can be used. */
  readonly problem: string | null
}
