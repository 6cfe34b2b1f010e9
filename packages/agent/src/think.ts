import type { ModelEvent } from './types.ts'

const OPEN = '<think>'
const CLOSE = '</think>'
const TAG = /<\/?think>/i

export type ThinkParts = { readonly reasoning: string; readonly text: string }

export type ThinkSplitter = {
  /** Takes the next piece of a reply. Returns the events that are certain. */
  readonly push: (delta: string) => ModelEvent[]
  /** Returns the text that was held back. Call it once, after the last piece. */
  readonly end: () => ModelEvent[]
}

/**
 * Splits a reply into reasoning and answer. Only a block at the start of the reply is reasoning. Later tags
 * are text, so an answer that mentions them hides nothing. Tags nest inside the block. A block with
 * unbalanced inner tags ends at its last closing tag. A block without a closing tag is all reasoning: the
 * model was cut off. White space around the two parts is dropped.
 */
export function splitThink(content: string): ThinkParts {
  const splitter = createThinkSplitter()
  const events = [...splitter.push(content), ...splitter.end()]
  const collect = (type: ModelEvent['type']) =>
    events.map((event) => (event.type === type ? event.delta : '')).join('')
  return { reasoning: collect('reasoning').trim(), text: collect('text').trimEnd() }
}

/**
 * Writes reasoning and answer as one `content`: a leading `<think>` block, then the text. splitThink returns
 * the same parts, except that tags inside the reasoning become `[think]`, `[/think]`.
 */
export function joinThink(reasoning: string, text: string): string {
  const thought = reasoning.trim().replace(/<(\/?)think>/gi, '[$1think]')
  const isBlockNeeded = thought !== '' || text.trimStart().toLowerCase().startsWith(OPEN)
  return isBlockNeeded ? `${OPEN}${thought}${CLOSE}${text}` : text
}

/**
 * Does the same split over a stream. It never takes back a delta. The cost is linear in the reply's length.
 */
export function createThinkSplitter(): ThinkSplitter {
  const state: State = { place: 'start', pending: '', depth: 0, held: null, events: [] }
  return {
    push(delta) {
      state.pending += delta
      if (state.place === 'start') readStart(state)
      if (state.place === 'block') readBlock(state)
      if (state.place === 'gap') skipGap(state)
      if (state.place === 'text') emit(state, 'text', take(state, state.pending.length))
      return state.events.splice(0)
    },
    end() {
      const rest = take(state, state.pending.length)
      if (state.held !== null) emit(state, 'text', (state.held.slice(CLOSE.length) + rest).trimStart())
      else emit(state, state.place === 'block' ? 'reasoning' : 'text', rest)
      return state.events.splice(0)
    },
  }
}

type State = {
  place: 'start' | 'block' | 'gap' | 'text'
  pending: string
  depth: number
  /** Text after an inner closing tag. It is reasoning only if another closing tag follows. */
  held: string | null
  events: ModelEvent[]
}

function readStart(state: State): void {
  state.pending = state.pending.trimStart()
  const beginning = state.pending.slice(0, OPEN.length).toLowerCase()
  if (beginning === OPEN) {
    take(state, OPEN.length)
    state.depth = 1
    state.place = 'block'
    return
  }
  if (!OPEN.startsWith(beginning)) state.place = 'text'
}

function readBlock(state: State): void {
  while (state.depth > 0) {
    const tag = TAG.exec(state.pending)
    if (tag === null) {
      reason(state, take(state, state.pending.length - partialTagLength(state.pending)))
      return
    }
    reason(state, take(state, tag.index))
    readTag(state, take(state, tag[0].length))
  }
  state.place = 'gap'
}

function readTag(state: State, tag: string): void {
  if (tag.length === OPEN.length) {
    state.depth += 1
    reason(state, tag)
    return
  }
  state.depth -= 1
  emit(state, 'reasoning', state.held ?? '')
  state.held = state.depth > 0 ? tag : null
}

function skipGap(state: State): void {
  state.pending = state.pending.trimStart()
  if (state.pending !== '') state.place = 'text'
}

function reason(state: State, delta: string): void {
  if (state.held === null) emit(state, 'reasoning', delta)
  else state.held += delta
}

function partialTagLength(text: string): number {
  const from = text.lastIndexOf('<')
  const tail = from < 0 ? '' : text.slice(from).toLowerCase()
  return OPEN.startsWith(tail) || CLOSE.startsWith(tail) ? tail.length : 0
}

function take(state: State, length: number): string {
  const taken = state.pending.slice(0, length)
  state.pending = state.pending.slice(length)
  return taken
}

function emit(state: State, type: ModelEvent['type'], delta: string): void {
  if (delta !== '') state.events.push({ type, delta })
}
