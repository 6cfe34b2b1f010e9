'use client'

import katex from 'katex'
import { type ComponentProps, useMemo } from 'react'
import classes from './markdown.module.css'

type Props = ComponentProps<'var'> & { readonly 'data-tex'?: string; readonly 'data-block'?: string }

/** A formula as MathML, which browsers draw and screen readers read. TeX that cannot be read is shown as it is. */
export function FormulaView({ 'data-tex': tex = '', 'data-block': block, children }: Props) {
  const isBlock = block === 'true'
  const markup = useMemo(() => drawFormula(tex, isBlock), [tex, isBlock])
  if (markup === null) return <code>{children}</code>
  const className = isBlock ? classes.formulaBlock : classes.formula
  // KaTeX escapes texts and, without its option trust, writes no links and no styles.
  return <span className={className} dangerouslySetInnerHTML={{ __html: markup }} />
}

function drawFormula(tex: string, isBlock: boolean): string | null {
  try {
    return katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      maxSize: 20,
      strict: 'ignore',
    })
  } catch {
    return null
  }
}
