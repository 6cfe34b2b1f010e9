import { errorTypeOf } from './in-span.ts'
import { beginSpan, isRecording, type Span, type SpanStart } from './span.ts'

/**
 * Runs a generator in a span. The span ends with the generator, and is marked as failed when the generator throws.
 * Without a recorder, returns the generator itself.
 *
 * @param start Called only when spans are recorded, when the first event is asked for.
 * @param work Takes the span, to which it may add attributes.
 */
export function spanEvents<Event, Output>(
  start: () => SpanStart,
  work: (span: Span) => AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  return isRecording() ? recorded(start, work) : work(beginSpan(start))
}

async function* recorded<Event, Output>(
  start: () => SpanStart,
  work: (span: Span) => AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  const span = beginSpan(start)
  const events = span.within(() => work(span))
  let isDone = false
  try {
    // A generator runs in the context of the call that asks for its next event.
    for (;;) {
      const next = await span.within(() => events.next())
      isDone = next.done === true
      if (next.done === true) return next.value
      yield next.value
    }
  } catch (error) {
    isDone = true
    span.end(errorTypeOf(error))
    throw error
  } finally {
    // The reader has left early; what the generator returns then is not read.
    if (!isDone) await span.within(() => events.return(undefined as Output))
    span.end()
  }
}
