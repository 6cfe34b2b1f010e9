/** Names, numbers and states, under the names that OpenTelemetry defines for them, if any. Never content. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** What is known of a piece of work when it begins. */
export type SpanStart = {
  /** Of few values: it groups spans. */
  readonly name: string
  /**
   * `server`: handles a request; `client`: waits for another service, and is recorded only inside another span;
   * `internal`: everything else.
   */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /** The headers of a request whose trace this span continues (W3C Trace Context). */
  readonly remote?: { readonly traceparent: string; readonly tracestate?: string }
}

/** A piece of work under way. */
export type Span = {
  readonly set: (attributes: SpanAttributes) => void
  /** Runs work synchronously; spans that begin in it, or in what it awaits, are children of this span. */
  readonly within: <Result>(work: () => Result) => Result
  /** Ends the span, as failed when the kind of its error is given. Further calls do nothing. */
  readonly end: (errorType?: string) => void
}

/** A piece of work that is not recorded. */
export const NO_SPAN: Span = { set() {}, within: (work) => work(), end() {} }

let begin: ((start: SpanStart) => Span) | null = null

/**
 * Begins a span, as a child of the span in which this is called. Without a recorder, `start` is not called and the span
 * does nothing. The caller must end the span.
 */
export function beginSpan(start: () => SpanStart): Span {
  return begin === null ? NO_SPAN : begin(start())
}

/** Whether spans are recorded in this process. */
export function isRecording(): boolean {
  return begin !== null
}

/** Sets the recorder of the process and returns a function that removes it. Throws an Error when there is one. */
export function recordSpans(recorder: (start: SpanStart) => Span): () => void {
  if (begin !== null) throw new Error('Spans are recorded already.')
  begin = recorder
  return () => {
    begin = null
  }
}
