import type { ReactNode } from 'react'
import classes from './scroll-box.module.css'

type Props = {
  /** What is inside, for those who reach it by keyboard. */
  readonly label: string
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly maxHeight?: number
}

/** Content that scrolls by itself where it does not fit; the keyboard can reach it to do so. */
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
