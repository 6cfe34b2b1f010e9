/** A piece of two statements: in both, only in the one before, or only in the one after. */
export type StatementPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** Words, blanks and signs. */
const TOKENS = /\s+|\w+|[^\s\w]/g
/** Beyond this many pairs of tokens the middle of the statements counts as changed. */
const MOST_PAIRS = 1_000_000

/**
 * The difference of two statements word by word, in order. All pieces except the added ones make up the statement
 * before; all except the removed ones make up the statement after.
 */
export function statementDifference(before: string, after: string): StatementPiece[] {
  const [old, young] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []]
  const start = countSame(old, young)
  const end = countSame(old.slice(start).toReversed(), young.slice(start).toReversed())
  const [left, right] = [old.slice(start, old.length - end), young.slice(start, young.length - end)]
  return join([
    ...old.slice(0, start).map(piece('same')),
    ...(left.length * right.length > MOST_PAIRS
      ? [...left.map(piece('removed')), ...right.map(piece('added'))]
      : compare(left, right)),
    ...old.slice(old.length - end).map(piece('same')),
  ])
}

function countSame(old: readonly string[], young: readonly string[]): number {
  const place = old.findIndex((token, index) => token !== young[index])
  return place === -1 ? old.length : place
}

const piece =
  (kind: StatementPiece['kind']) =>
  (text: string): StatementPiece => ({ kind, text })

/** The longest common subsequence of the tokens. */
function compare(old: readonly string[], young: readonly string[]): StatementPiece[] {
  const width = young.length + 1
  const longest = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => longest[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = young.length - 1; column >= 0; column -= 1)
      longest[row * width + column] =
        old[row] === young[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pieces: StatementPiece[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < young.length) {
    const [left, right] = [old[row], young[column]]
    if (left !== undefined && left === right) {
      pieces.push({ kind: 'same', text: left })
      row += 1
      column += 1
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: left })
      row += 1
    } else {
      pieces.push({ kind: 'added', text: right ?? '' })
      column += 1
    }
  }
  return pieces
}

/** Joins neighbours of one kind. */
function join(pieces: readonly StatementPiece[]): StatementPiece[] {
  const joined: StatementPiece[] = []
  for (const { kind, text } of pieces) {
    const last = joined.at(-1)
    if (last?.kind === kind) joined[joined.length - 1] = { kind, text: last.text + text }
    else joined.push({ kind, text })
  }
  return joined
}
