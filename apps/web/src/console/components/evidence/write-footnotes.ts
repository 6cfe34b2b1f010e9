import type { Evidence, NumberSpan } from '@parley/contract'
import { describeProof, describeSource } from './describe-proof.ts'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

/** Adds a footnote to each number of a text in Markdown. `prefix` keeps the marks of several answers apart. */
export function writeFootnotes(text: string, evidence: Evidence, prefix: string): string {
  let marked = ''
  let from = 0
  const notes: string[] = []
  for (const [index, span] of evidence.spans.entries()) {
    const end = span.offset + span.length
    const mark = `[^${prefix}-${index + 1}]`
    const proof = span.kind === 'none' ? texts.footnote : describeProof(span)
    marked += `${text.slice(from, end)}${mark}`
    notes.push(`${mark}: ${[proof, ...sourcesOf(span, evidence)].join('. ')}`)
    from = end
  }
  const whole = marked + text.slice(from)
  return notes.length === 0 ? whole : `${whole}\n\n${notes.join('\n')}`
}

function sourcesOf({ step_id }: NumberSpan, { results }: Evidence): string[] {
  return results.find((result) => result.step_id === step_id)?.sources.map(describeSource) ?? []
}
