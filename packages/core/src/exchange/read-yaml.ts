import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml'
import { refuseLine } from './refuse-line.ts'

export type YamlPath = readonly PropertyKey[]

/** A YAML document as plain values. */
export type YamlContent = {
  readonly value: unknown
  /** The line of the key or item at a path, or of the nearest one above it, from 1. */
  readonly lineOf: (path: YamlPath) => number
}

/** Maximum sum of open flow collections, nested items of one line and columns of indentation. */
const MOST_DEPTH = 200
const MOST_ALIASES = 100
/** What the lexer writes before a plain or block scalar. */
const SCALAR = '\u001f'
const OPENING = new Set(['[', '{'])
const CLOSING = new Set([']', '}'])

/**
 * Parses one YAML 1.2 document. Throws `invalid_request` with the line for wrong syntax, a repeated key, more than 200
 * levels and more than 100 resolved aliases.
 */
export function readYaml(text: string): YamlContent {
  requireShallow(text)
  const lines = new LineCounter()
  const lineAt = (offset: number) => lines.linePos(offset).line
  // The parser compares each key with all others of its map, which is slow for many: `requireSingleKeys` does not.
  const settings = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const
  const document = parseDocument(text, settings)
  const [problem] = document.errors
  if (problem) throw refuseLine(lineAt(problem.pos[0]), problem.message)
  requireSingleKeys(document, lineAt)
  return {
    value: resolve(document),
    lineOf: (path) => lineAt(offsetOf(document, path)),
  }
}

/** The parser calls itself for each level. */
function requireShallow(text: string): void {
  let [line, flow, items, indent] = [1, 0, 0, 0]
  let isScalarNext = false
  for (const token of new Lexer().lex(text)) {
    if (isScalarNext || token === SCALAR) {
      isScalarNext = !isScalarNext
    } else if (OPENING.has(token)) flow += 1
    else if (CLOSING.has(token)) flow -= 1
    else if (token === '-' || token === '?') items += 1
    else if (/^[ \t]+$/.test(token)) indent = token.length
    if (flow + items + indent > MOST_DEPTH)
      throw refuseLine(line, `is nested too deep; at most ${MOST_DEPTH} levels are read.`)
    const breaks = token.split('\n').length - 1
    line += breaks
    if (breaks > 0) [items, indent] = [0, 0]
  }
}

function requireSingleKeys(document: Document.Parsed, lineAt: (offset: number) => number): void {
  visit(document, {
    Map(_key, map) {
      const names = new Set<string>()
      for (const { key } of map.items) {
        if (!isScalar(key)) throw refuseLine(lineAt(map.range?.[0] ?? 0), 'keys must be texts.')
        const name = String(key.value)
        if (names.has(name)) throw refuseLine(lineAt(key.range?.[0] ?? 0), `the key ${name} stands twice.`)
        names.add(name)
      }
    },
  })
}

function resolve(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw refuseLine(1, `the aliases of the document cannot be resolved; at most ${MOST_ALIASES} are read.`)
  }
}

function offsetOf(document: Document.Parsed, path: YamlPath): number {
  let node: unknown = document.contents
  let offset = document.contents?.range[0] ?? 0
  for (const part of path) {
    const there = isAlias(node) ? node.resolve(document) : node
    if (isMap(there)) {
      const pair = there.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (!pair) break
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(there)) {
      node = there.items[Number(part)]
      const range = Object(node).range as readonly number[] | undefined
      offset = range?.[0] ?? offset
    } else break
  }
  return offset
}
