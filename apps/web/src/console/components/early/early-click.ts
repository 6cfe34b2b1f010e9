import type { MouseEvent } from 'react'

/** The id of the empty form that buttons with `earlyClick` submit. The layout of all pages holds it. */
export const EARLY_CLICKS = 'early-clicks'

type EarlyClick = {
  readonly type: 'submit'
  readonly form: string
  readonly formAction: () => void
  readonly onClick: (event?: MouseEvent) => void
}

/**
 * Returns the props of a button that works before its page is hydrated. The button submits a form without fields. React
 * keeps that submit and calls `formAction` once the button is hydrated. Later presses call `onClick` and submit nothing.
 * `run` is called once for all presses before hydration.
 */
export function earlyClick(run: () => unknown): EarlyClick {
  let hasRun = false
  return {
    type: 'submit',
    form: EARLY_CLICKS,
    formAction: () => {
      if (!hasRun) run()
      hasRun = true
    },
    onClick: (event) => {
      event?.preventDefault()
      hasRun = true
      run()
    },
  }
}
