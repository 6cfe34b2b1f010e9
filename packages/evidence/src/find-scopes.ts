import { placedWithin } from './placed-within.ts'
import type { PlacedWord } from './words-of.ts'

/** A part of an answer whose words say what its numbers mean. */
export type TextScope = {
  readonly start: number
  readonly end: number
  readonly words: readonly PlacedWord[]
}

/** The parts of an answer around one number, from the nearest to the widest. */
export type Scopes = {
  readonly clause: TextScope
  readonly sentence: TextScope
  /** The heading or the introduction above it; null where there is none. */
  readonly lead: TextScope | null
  /** The head of its column in a Markdown table; null outside of tables. */
  readonly header: TextScope | null
}

// No sentence ends at the point of "i.e. 32 %", "47.4 Mio. in Spain" or "St. Louis".
const SENTENCE_END =
  /[.!?](?=\s)(?<!\b(?:i\.e|e\.g|vs|z\. ?B|d\. ?h|u\. ?a|p\. ?ex|St|Dr|Mrs?|Ms|Mt)\.)(?<!\b(?:z\.(?= B\.)|d\.(?= h\.)|u\.(?= a\.)|p\.(?= ex\.)))(?<!\b(?:Mio|Mrd|Bio|Tsd|ca|approx|avg|max|min|bzw|resp|inkl|incl|Nr|No)\.(?=\s+[\p{Ll}\d€$£(+-]))(?<!\b(?:Mio|Mrd|Bio|Tsd)\.(?=\s+(?:Euro|EUR|USD|CHF|GBP|US-Dollar|Dollar|Franken|Einwohner|Menschen|Stück)\b))|[;\n。！？；]/gu
// A bracket behind a number names its row: "26.1 °C (August)".
const CLAUSE_END =
  /(?:[,)]|(?<!\d\S{0,3}(?: [^\s\d,();]{1,12})? )\()(?=\D|$)|[，、）]|(?<!\d\S{0,3}(?: [^\s\d,();]{1,12})?)（|\s(?:and|but|while|whereas|versus|vs\.?|compared|than|und|aber|während|gegenüber|als|et|mais|tandis|y|pero|mientras)\s/g
const MAX_LINE = 1000

/** Returns a function that finds the scopes of a place in the text with these words. Each part is read once. */
export function createScopes(text: string, words: readonly PlacedWord[]): (offset: number) => Scopes {
  const sentences = split({ text, start: 0, end: text.length, pattern: SENTENCE_END })
  const clauses = new Map<number, TextScope[]>()
  const lines = readLines(text)
  const scopes = new Map<number, TextScope>()
  const toScope = ({ start, end }: Span): TextScope => {
    const known = scopes.get(start)
    if (known?.end === end) return known
    const scope = { start, end, words: firstWords({ start, end }, words) }
    scopes.set(start, scope)
    return scope
  }
  return (offset) => {
    const line = find(lines, offset)
    const lead = line?.lead ? toScope(line.lead) : null
    if (line?.header) {
      const row = toScope(line)
      const cell = cellAt(text, { line, offset })
      const header = line.header[cell]
      return { clause: row, sentence: row, lead, header: header ? toScope(header) : null }
    }
    const sentence = toScope(find(sentences, offset) ?? { start: 0, end: text.length })
    let parts = clauses.get(sentence.start)
    if (!parts) {
      const spans = split({ text, start: sentence.start, end: sentence.end, pattern: CLAUSE_END })
      parts = spans.map((span) => ({ ...span, words: firstWords(span, words) }))
      clauses.set(sentence.start, parts)
    }
    return { clause: find(parts, offset) ?? sentence, sentence, lead, header: null }
  }
}

type Span = { readonly start: number; readonly end: number }
type Line = Span & { readonly header: readonly Span[] | null; readonly lead: Span | null }

function firstWords({ start, end }: Span, words: readonly PlacedWord[]): readonly PlacedWord[] {
  return placedWithin({ start, end: Math.min(end, start + MAX_LINE) }, words)
}

function split({ text, start, end, pattern }: Span & { text: string; pattern: RegExp }): Span[] {
  const spans: Span[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const at = start + match.index + match[0].length
    spans.push({ start: from, end: at })
    from = at
  }
  return [...spans, { start: from, end }]
}

/** The span that contains the offset. The spans must be in ascending order. */
function find<One extends Span>(spans: readonly One[], offset: number): One | undefined {
  let [low, high] = [0, spans.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (!span) return undefined
    if (offset < span.start) high = middle - 1
    else if (offset >= span.end) low = middle + 1
    else return span
  }
  return undefined
}

function readLines(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  let header: readonly Span[] | null = null
  let lead: Span | null = null
  let previous: Span | null = null
  for (const content of text.split('\n')) {
    const span = { start, end: start + content.length + 1 }
    const isTable = /^\s{0,6}\|/.test(content)
    if (isTable && previous && /^[\s|:-]+$/.test(content)) header = cellsOf(text, previous)
    if (!isTable) header = null
    lines.push({ ...span, header: isTable ? header : null, lead })
    const isLead = /^\s{0,3}(?:#{1,6} |\*\*)|[:：]\s*$/.test(content.slice(0, MAX_LINE))
    if (isLead) lead = span
    else if (
      content.trim() === '' &&
      previous &&
      !/^\s*(?:[-*+|]|\d)/.test(text.slice(previous.start, previous.start + 20))
    )
      lead = lead && previous.start === lead.start ? lead : null
    if (content.trim() !== '') previous = span
    start = span.end
  }
  return lines
}

function cellsOf(text: string, { start, end }: Span): Span[] {
  const cells: Span[] = []
  let from = start
  for (let at = start; at < end; at++) {
    if (text[at] !== '|' && at !== end - 1) continue
    if (from > start) cells.push({ start: from, end: at })
    from = at + 1
  }
  return cells
}

function cellAt(text: string, { line, offset }: { line: Span; offset: number }): number {
  return (text.slice(line.start, offset).match(/\|/g) ?? []).length - 1
}
