/**
 * What a check found out: one sentence about the state, and one that repairs it.
 *
 * @typedef {object} Finding
 * @property {string} check the part of the installation
 * @property {'ok' | 'warning' | 'problem' | 'skipped'} status `skipped`: could not be checked
 * @property {string} finding
 * @property {string | null} repair what to do; null where there is nothing to do
 */

/** @typedef {(finding: string, repair?: string | null) => Finding} Make */

/**
 * Returns the constructors of findings of one check.
 *
 * @param {string} check
 * @returns {{ ok: Make, warning: Make, problem: Make, skipped: Make }}
 */
export function findingsOf(check) {
  const make =
    (/** @type {Finding['status']} */ status) =>
    (/** @type {string} */ finding, /** @type {string | null} */ repair = null) => ({
      check,
      status,
      finding,
      repair,
    })
  return { ok: make('ok'), warning: make('warning'), problem: make('problem'), skipped: make('skipped') }
}

/**
 * The message of anything that was thrown, or of what caused it, as one sentence.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  // A host with several addresses fails once for each.
  if (inner instanceof AggregateError) return asSentence(inner.errors[0])
  return asSentence(inner instanceof Error && inner.message !== '' ? inner : error)
}

/**
 * The message of anything that was thrown, with its full stop.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function asSentence(error) {
  const message = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}
