import type { AnswerDraft, ModelMessage, Review } from '@parley/agent'
import type { RunStep, SourceVersion } from '@parley/domain'
import { type ProvenNumber, proveNumbers, readNumbers, type StepResult } from '@parley/evidence'
import type { AnswerEvidence, EvidenceRepair, EvidenceResult } from './evidence.ts'
import type { KeptRows, LostRows, ResultKeeper } from './keep-results.ts'
import { searchKept } from './search-kept.ts'
import { hasQueried, sourcesRead, statementsOf, stepResults } from './step-results.ts'

/** Checks the numbers of one turn's answer. It belongs to one run. */
export type AnswerProver = {
  /** Returns the numbers that no result proves, and remembers that the model is asked about them. */
  readonly review: Review
  /** The evidence of the final answer; null when the run queried nothing. */
  readonly prove: (answer: AnswerDraft) => Promise<AnswerEvidence | null>
}

type ProvenRun = {
  /** The transcript of the turn: numbers that the user wrote need no other proof. */
  readonly messages: readonly ModelMessage[]
  /** Null for a stateless call, whose results are not kept. */
  readonly keeper: ResultKeeper | null
  readonly signal: AbortSignal
}

/** Characters of the user's earlier messages that count as given by the user. */
const MOST_CHARACTERS = 20_000

/** Opens the prover of a turn. */
export function openAnswerProver({ messages, keeper, signal }: ProvenRun): AnswerProver {
  const written = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const question = written.toReversed().join('\n').slice(0, MOST_CHARACTERS)
  let asked: Pick<EvidenceRepair, 'numbers' | 'before'> | null = null
  let last: { readonly text: string; readonly evidence: Omit<AnswerEvidence, 'repair'> } | null = null

  async function judge({ text, steps }: AnswerDraft): Promise<Omit<AnswerEvidence, 'repair'>> {
    // The review has judged an answer without faults already.
    if (last?.text === text) return last.evidence
    const whole = (await keeper?.kept()) ?? new Map<number, KeptRows | LostRows>()
    const numbers = readNumbers(text)
    const results: StepResult[] = []
    for (const result of stepResults(steps)) {
      const kept = whole.get(result.step)
      const isKept = kept?.kind === 'kept'
      results.push(isKept ? await searchKept({ result, kept, text, numbers, signal }) : result)
    }
    const spans = await collect(
      proveNumbers({ text, numbers, question, results, statements: statementsOf(steps) }),
    )
    const searched = results.flatMap((result) =>
      result.isLoose
        ? []
        : [describeResult(result, { kept: whole.get(result.step), sources: readBy(steps, result.step) })],
    )
    last = { text, evidence: { spans, results: searched } }
    return last.evidence
  }

  async function prove(draft: AnswerDraft): Promise<AnswerEvidence | null> {
    if (!hasQueried(draft.steps)) return null
    const evidence = await judge(draft)
    return { ...evidence, repair: asked && { ...asked, isReplaced: asked.before !== draft.text } }
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

function readBy(steps: readonly RunStep[], step: number): SourceVersion[] {
  return sourcesRead(steps.find(({ stepId }) => stepId === step)?.output ?? {})
}

type Described = {
  readonly kept: KeptRows | LostRows | undefined
  readonly sources: readonly SourceVersion[]
}

function describeResult(
  { step, rowCount, rows, whole }: StepResult,
  { kept, sources }: Described,
): EvidenceResult {
  return {
    stepId: step,
    rowCount,
    searchedRows: whole && rowCount !== null ? rowCount : rows.length,
    sources,
    file: kept?.kind === 'kept' ? kept.path : null,
    note: kept?.kind === 'lost' ? kept.reason : null,
  }
}

/** Milliseconds of work before other requests get their turn, and of processor time for one answer in all. */
const SLICE_MS = 8
const MOST_CPU_MS = 400

/**
 * Returns the spans that were found in time. The numbers after them are not judged. The limit is processor time,
 * because elapsed time is many times as long on a busy machine.
 */
async function collect(work: Generator<ProvenNumber | null, void, void>): Promise<ProvenNumber[]> {
  const spans: ProvenNumber[] = []
  let used = 0
  let begun = performance.now()
  let cpu = process.threadCpuUsage()
  for (const span of work) {
    if (span) spans.push(span)
    if (performance.now() - begun < SLICE_MS) continue
    const { user, system } = process.threadCpuUsage(cpu)
    used += (user + system) / 1000
    if (used > MOST_CPU_MS) return spans
    await new Promise(setImmediate)
    begun = performance.now()
    cpu = process.threadCpuUsage()
  }
  return spans
}

/** The numbers without a proof, each as the text writes it. */
function unproven(evidence: AnswerEvidence | null, text: string): string[] {
  const missing = evidence?.spans.filter(({ kind }) => kind === 'none') ?? []
  return missing.map(({ offset, length }) => text.slice(offset, offset + length))
}
