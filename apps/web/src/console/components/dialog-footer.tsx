import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-footer.module.css'

type Props = {
  /** The result of the last press of a button. */
  readonly result: ReactNode
  /** The buttons. */
  readonly children: ReactNode
}

/** The footer of a long dialog: buttons and their result stay visible while the fields scroll. */
export function DialogFooter({ result, children }: Props) {
  return (
    <Stack gap="sm" className={classes.footer ?? ''}>
      <div className={classes.result} aria-live="polite">
        {result}
      </div>
      {children}
    </Stack>
  )
}
