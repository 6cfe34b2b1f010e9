export type ChangeListeners = {
  readonly onFault: (error: unknown) => void
  readonly onRecovered: () => void
}

/**
 * Returns a function that takes the outcome of each attempt, null for a success. It reports the first
 * failure, a failure with another reason, and the first success after a failure. It does not report repeated
 * failures with one reason.
 */
export function reportChanges({
  onFault,
  onRecovered,
}: ChangeListeners): (fault: { readonly error: unknown } | null) => void {
  let reported: string | null = null
  return (fault) => {
    const reason = fault && (fault.error instanceof Error ? fault.error.message : String(fault.error))
    if (reason === reported) return
    reported = reason
    if (fault) onFault(fault.error)
    else onRecovered()
  }
}
