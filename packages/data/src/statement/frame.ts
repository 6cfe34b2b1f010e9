import type { SqlToken } from './sql-tokens.ts'
import type { ColumnReference, Scope, TableReference } from './statement.ts'

/**
 * Where in a SELECT the reader stands. `none`: in an expression without a SELECT. `start`: before the first word, or
 * behind UNION. `tail`: behind the FROM clause.
 */
type Phase = 'none' | 'start' | 'with' | 'select' | 'from' | 'tail'

/** The part of a statement inside a bracket, or the whole statement. */
export type Frame = {
  readonly parent: Frame | null
  /** The scope around the SELECTs of this frame. */
  readonly outer: Scope
  /** The scope that its expressions are read in. */
  scope: Scope
  phase: Phase
  /** Whether the next name is a table. */
  expectsTable: boolean
  /** Names that WITH defines in this frame. */
  readonly defined: string[]
  isRecursive: boolean
  /** The name behind WITH whose SELECT has not come yet. */
  pendingName: string | null
  /** The name that WITH gives the SELECT in this frame. */
  readonly definesName: string | null
}

/** A statement in the middle of being read. */
export type Reader = {
  readonly tokens: readonly SqlToken[]
  frame: Frame
  depth: number
  readonly tables: TableReference[]
  readonly columns: ColumnReference[]
  /** How many visible definitions of WITH a name has. */
  readonly visible: Map<string, number>
  readonly takesTableAfterIn: boolean
}

/** A SELECT in which no table was read yet. */
export function newScope(parent: Scope | null): Scope {
  return { parent, references: new Map() }
}

/** A frame in which nothing was read yet. */
export function newFrame(
  place: Pick<Frame, 'parent' | 'scope' | 'phase'> & Partial<Pick<Frame, 'definesName'>>,
): Frame {
  return {
    definesName: null,
    ...place,
    outer: place.scope,
    expectsTable: false,
    defined: [],
    isRecursive: false,
    pendingName: null,
  }
}

/** Begins a SELECT in a frame. In `FROM t SELECT …` the SELECT continues what FROM began. */
export function beginSelect(frame: Frame): void {
  if (frame.phase !== 'from') frame.scope = newScope(frame.outer)
  frame.phase = 'select'
  frame.expectsTable = false
}

/** Makes a name of WITH visible until its frame ends. */
export function defineName({ visible }: Reader, frame: Frame, name: string): void {
  frame.defined.push(name)
  visible.set(name, (visible.get(name) ?? 0) + 1)
}

/** Hides the names of a frame that ends. */
export function forgetNames({ visible }: Reader, frame: Frame): void {
  for (const name of frame.defined) visible.set(name, (visible.get(name) ?? 0) - 1)
}
