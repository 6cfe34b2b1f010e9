import type { JsonObject, SourceVersion } from '@parley/domain'
import type { ProvenNumber } from '@parley/evidence'

/** A result that the numbers of an answer were searched in. */
export type EvidenceResult = {
  readonly stepId: number
  /** Null when it is unknown. */
  readonly rowCount: number | null
  /** Rows that were searched. */
  readonly searchedRows: number
  /** The whole result as Parquet, as part of an address; null where the trace holds it whole, and where it is not kept. */
  readonly file: string | null
  /** The states of the data sources that it was read from, where they are known. */
  readonly sources: readonly SourceVersion[]
  /** Why the whole result could not be searched, or can no longer be read; null otherwise. */
  readonly note: string | null
}

/** What the model was asked to correct, and what came of it. */
export type EvidenceRepair = {
  /** As the first answer wrote them. */
  readonly numbers: readonly string[]
  /** Whether the correction became the answer. */
  readonly isReplaced: boolean
  /** The answer before the correction. */
  readonly before: string
}

/** Which numbers of an answer the results of its run prove. */
export type AnswerEvidence = {
  /** In the order of the answer's text without its reasoning. */
  readonly spans: readonly ProvenNumber[]
  readonly results: readonly EvidenceResult[]
  /** Null when the model was not asked. */
  readonly repair: EvidenceRepair | null
}

/** The evidence as the database stores it: plain JSON. */
export function toStoredEvidence(evidence: AnswerEvidence): JsonObject {
  // Its types hold nothing but JSON.
  return evidence as unknown as JsonObject
}

/** Reads stored evidence. */
export function readStoredEvidence(stored: JsonObject): AnswerEvidence {
  // Only the end of a turn stores it, from this type.
  return stored as unknown as AnswerEvidence
}
