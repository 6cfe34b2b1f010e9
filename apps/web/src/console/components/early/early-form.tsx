'use client'

import { type FormHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'

type Props = Pick<FormHTMLAttributes<HTMLFormElement>, 'noValidate'> & {
  readonly onSubmit: () => unknown
  readonly children: ReactNode
}

/**
 * A form that works before its page is hydrated. React keeps an early submit and calls the form's action afterwards. The
 * fields belong to the state of the page and take early input over with `useEarlyInput` or `useEarlyText`.
 */
export function EarlyForm({ onSubmit, ...form }: Props) {
  const submit = useRef(onSubmit)
  const hasSubmitted = useRef(false)
  // React keeps the action of the first render, which does not have the typed text yet.
  useLayoutEffect(() => {
    submit.current = onSubmit
  })

  function submitOnce() {
    if (!hasSubmitted.current) submit.current()
    hasSubmitted.current = true
  }

  return (
    <form
      {...form}
      action={submitOnce}
      onSubmit={(event) => {
        event.preventDefault()
        hasSubmitted.current = true
        onSubmit()
      }}
      // React resets a form after its action, which would empty checkboxes without their state.
      onReset={(event) => event.preventDefault()}
    />
  )
}
