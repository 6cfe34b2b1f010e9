import { catchEarlyActions, TAKEN_OVER_EVENT } from './early-actions.ts'

/**
 * The script that records user actions on a page before the page's own script has loaded. Render it in the
 * head. It contains only a function of this repository as text.
 */
export function EarlyActionsScript({ nonce }: { nonce: string | undefined }) {
  const script = `(${catchEarlyActions})(${JSON.stringify(TAKEN_OVER_EVENT)})`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
