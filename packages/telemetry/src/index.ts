export { inSpan } from './in-span.ts'
export {
  beginSpan,
  isRecording,
  NO_SPAN,
  recordSpans,
  type Span,
  type SpanAttributes,
  type SpanStart,
} from './span.ts'
export { spanEvents } from './span-events.ts'
