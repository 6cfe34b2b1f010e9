import { beginSpan, isRecording, NO_SPAN, type Span, type SpanStart } from './span.ts'

/**
 * Does work in a span. The span ends with the work, and is marked as failed when the work throws. Throws what the work
 * throws. Without a recorder, there is no span.
 *
 * @param start Called only when spans are recorded.
 */
export function inSpan<Result>(
  start: () => SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return isRecording() ? recorded(start, work) : work(NO_SPAN)
}

async function recorded<Result>(
  start: () => SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(start)
  try {
    return await span.within(() => work(span))
  } catch (error) {
    span.end(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Returns the code of an error, or else its name. Never its message, which may hold content. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
