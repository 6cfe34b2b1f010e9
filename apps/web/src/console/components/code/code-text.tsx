'use client'

import { type ReactNode, useEffect, useState } from 'react'
import classes from './code-text.module.css'

type Props = {
  readonly code: string
  readonly language: string | null
}

/** Highlighted code: plain until the highlighter has loaded. */
export function CodeText({ code, language }: Props) {
  const coloured = useColoured(code, language)
  return (
    <pre className={classes.code}>
      <code>{coloured ?? code}</code>
    </pre>
  )
}

function useColoured(code: string, language: string | null): ReactNode {
  const [result, setResult] = useState<{ code: string; nodes: ReactNode } | null>(null)
  useEffect(() => {
    if (language === null) return
    let isCurrent = true
    void import('./colour-code.ts').then(({ colourCode }) => {
      if (isCurrent) setResult({ code, nodes: colourCode(code, language) })
    })
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return result?.code === code ? result.nodes : null
}
