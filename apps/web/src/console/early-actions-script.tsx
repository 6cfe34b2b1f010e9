import { catchEarlyActions, TAKEN_OVER_EVENT } from './early-actions.ts'

/**
 * The script that keeps what is done on a page before its own script is there. Belongs into the head. It holds a
 * function of this repository as text, and nothing else.
 */
export function EarlyActionsScript({ nonce }: { nonce: string | undefined }) {
  const script = `(${catchEarlyActions})(${JSON.stringify(TAKEN_OVER_EVENT)})`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
