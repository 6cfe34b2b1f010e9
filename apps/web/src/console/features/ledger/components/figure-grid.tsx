import type { ReactNode } from 'react'
import classes from './figure-grid.module.css'

/** Figures side by side, as many as fit with each amount in one line. */
export function FigureGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.container}>
      <div className={classes.grid}>{children}</div>
    </div>
  )
}
