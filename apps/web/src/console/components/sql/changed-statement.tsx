'use client'

import { useMemo } from 'react'
import classes from './changed-statement.module.css'
import { statementDifference } from './statement-difference.ts'
import { SQL_TEXTS as texts } from './texts.ts'

const TAGS = { same: 'span', removed: 'del', added: 'ins' } as const

type Props = { readonly before: string; readonly after: string }

/** A statement whose changed words are marked; what was there before is crossed out. */
export function ChangedStatement({ before, after }: Props) {
  const pieces = useMemo(() => statementDifference(before, after), [before, after])
  return (
    <figure aria-label={texts.changes} className={classes.figure}>
      <pre className={classes.code}>
        {pieces.map(({ kind, text }, index) => {
          const Tag = TAGS[kind]
          // The pieces of two statements never change.
          return <Tag key={index}>{text}</Tag>
        })}
      </pre>
    </figure>
  )
}
