import type { ReactNode } from 'react'
import classes from './scroll-box.module.css'

type Props = {
  /** The label of the content for keyboard users. */
  readonly label: string
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly maxHeight?: number
}

/** Content that scrolls when it does not fit; it can be focused and scrolled with the keyboard. */
export function ScrollBox({ label, children, className = '', maxHeight }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll here
      tabIndex={0}
      className={`${classes.box} ${className}`}
      style={{ maxHeight }}
    >
      {children}
    </div>
  )
}
