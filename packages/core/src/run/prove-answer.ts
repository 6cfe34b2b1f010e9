import type { AnswerDraft, ModelMessage, Review } from '@parley/agent'
import { type ProvenNumber, proveNumbers } from '@parley/evidence'
import type { AnswerEvidence, EvidenceRepair } from './evidence.ts'
import { hasQueried, statementsOf, stepResults } from './step-results.ts'

/** Checks the numbers of one turn's answer. It belongs to one run. */
export type AnswerProver = {
  /** Returns the numbers that no result proves, and remembers that the model is asked about them. */
  readonly review: Review
  /** The evidence of the final answer; null when the run queried nothing. */
  readonly prove: (answer: AnswerDraft) => Promise<AnswerEvidence | null>
}

/** Characters of the user's earlier messages that count as given by the user. */
const MOST_CHARACTERS = 20_000

/** Opens the prover of a turn. `messages` is its transcript: numbers that the user wrote need no other proof. */
export function openAnswerProver(messages: readonly ModelMessage[]): AnswerProver {
  const written = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const question = written.toReversed().join('\n').slice(0, MOST_CHARACTERS)
  let asked: Pick<EvidenceRepair, 'numbers' | 'before'> | null = null

  async function prove({ text, steps }: AnswerDraft): Promise<AnswerEvidence | null> {
    if (!hasQueried(steps)) return null
    const results = stepResults(steps)
    const spans = await collect(proveNumbers({ text, question, results, statements: statementsOf(steps) }))
    const searched = results.flatMap(({ step, rowCount, rows, isLoose }) =>
      isLoose ? [] : [{ stepId: step, rowCount, searchedRows: rows.length }],
    )
    const repair = asked && { ...asked, isReplaced: asked.before !== text }
    return { spans, results: searched, repair }
  }

  return {
    prove,
    review: async (draft) => {
      const missing = unproven(await prove(draft), draft.text)
      if (missing.length > 0 && asked === null) asked = { numbers: missing, before: draft.text }
      return missing
    },
  }
}

/** Milliseconds of work before other requests get their turn, and for one answer in all. */
const SLICE_MS = 8
const MOST_MS = 400

/** The spans that were found in time. The numbers after them are not judged. */
async function collect(work: Generator<ProvenNumber | null, void, void>): Promise<ProvenNumber[]> {
  const spans: ProvenNumber[] = []
  let used = 0
  let begun = performance.now()
  for (const span of work) {
    if (span) spans.push(span)
    const spent = performance.now() - begun
    if (used + spent > MOST_MS) return spans
    if (spent < SLICE_MS) continue
    used += spent
    await new Promise(setImmediate)
    begun = performance.now()
  }
  return spans
}

/** The numbers without a proof, each as the text writes it. */
function unproven(evidence: AnswerEvidence | null, text: string): string[] {
  const missing = evidence?.spans.filter(({ kind }) => kind === 'none') ?? []
  return missing.map(({ offset, length }) => text.slice(offset, offset + length))
}
