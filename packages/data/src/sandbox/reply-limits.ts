import { MOST_HELD_COLUMNS } from '../result/held-columns.ts'
import type { FrameLimits } from './frames.ts'
import type { TaskName, Tasks } from './tasks.ts'

const MEBIBYTE = 2 ** 20
const MAX_DEPTH = 100
/** Column names and types of a result, and the figures beside them. */
const HEAD_BYTES = 8 * MEBIBYTE

/** What a child may answer to a task. A longer or deeper answer ends the child unread. */
export function replyLimits<Name extends TaskName>(
  name: Name,
  { input, isStreamed }: { readonly input: Tasks[Name]['input']; readonly isStreamed: boolean },
): FrameLimits {
  const rows =
    'kept' in input
      ? {
          text: HEAD_BYTES + input.preview.bytes,
          // A batch of a streamed result may be one long row.
          bytes: isStreamed ? 64 * MEBIBYTE : input.kept.bytes + MEBIBYTE + valueBytes(input),
        }
      : null
  const { text, bytes } = rows ?? LIMITS[name]
  return { maxTextBytes: text, maxBytes: text + bytes, maxDepth: MAX_DEPTH }
}

/** Bytes of the values that may follow the kept rows. */
function valueBytes(input: {
  readonly kept: { readonly rows: number }
  readonly isIndexed?: boolean
}): number {
  return input.isIndexed ? input.kept.rows * (1 + MOST_HELD_COLUMNS) * Float64Array.BYTES_PER_ELEMENT : 0
}

type ReplyBytes = { readonly text: number; readonly bytes: number }

const NO_ROWS: ReplyBytes = { text: MEBIBYTE, bytes: 0 }
/** A catalog may have 300,000 columns. */
const CATALOG: ReplyBytes = { text: 64 * MEBIBYTE, bytes: 0 }
const LIMITS: Record<TaskName, ReplyBytes> = {
  query: NO_ROWS,
  queryDatabase: NO_ROWS,
  analyze: { text: HEAD_BYTES, bytes: 0 },
  bind: { text: MEBIBYTE, bytes: 4 * MEBIBYTE },
  describeDatabase: CATALOG,
  convert: CATALOG,
  store: NO_ROWS,
  chart: { text: HEAD_BYTES, bytes: 16 * MEBIBYTE },
  picture: { text: MEBIBYTE, bytes: 16 * MEBIBYTE },
}
