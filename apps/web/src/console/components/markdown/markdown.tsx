'use client'

import type { NumberSpan } from '@parley/contract'
import { Fragment, memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import type { BlockNumber } from '../evidence/mark-numbers.ts'
import { useNumberMarks } from '../evidence/use-number-marks.ts'
import { annotateElements } from './annotate-elements.ts'
import { CodeBlock } from './code-block.tsx'
import { LeftOutImage, OutwardLink, ShortTable } from './elements.tsx'
import classes from './markdown.module.css'
import { splitBlocks } from './split-blocks.ts'
import { useFormulas } from './use-formulas.ts'

type Props = {
  readonly text: string
  /** True while the text grows: its unfinished end is then completed for display. */
  readonly isGrowing?: boolean
  /** Shown after the first sentences: before the first table, else after the first paragraph. */
  readonly inset?: ReactNode
  /** The judged numbers of the text, which are marked. */
  readonly numbers?: readonly NumberSpan[] | undefined
}

type PluggableList = NonNullable<Options['remarkPlugins']>

const annotations = [annotateElements]
const components: Components = {
  a: OutwardLink,
  img: LeftOutImage,
  pre: CodeBlock,
  table: ShortTable,
}

/** Markdown from a model: HTML stays text, images are never fetched, links show their host. */
export function Markdown({ text, isGrowing = false, inset, numbers = [] }: Props) {
  const blocks = splitBlocks(text)
  const lead = inset ? leadLength(blocks) : 0
  const marks = useNumberMarks(numbers.length > 0)
  const marked = marks?.numbersOfBlocks(text, { blocks, spans: numbers })
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end.
        <Fragment key={index}>
          {index === lead && inset && <div className={classes.inset}>{inset}</div>}
          <Block
            text={isGrowing && index === blocks.length - 1 ? remend(block) : block}
            numbers={marked?.[index] ?? NO_NUMBERS}
            marks={marks}
          />
        </Fragment>
      ))}
      {lead === blocks.length && inset && <div className={classes.inset}>{inset}</div>}
    </div>
  )
}

const NO_NUMBERS: readonly BlockNumber[] = []

type BlockProps = {
  readonly text: string
  readonly numbers: readonly BlockNumber[]
  readonly marks: ReturnType<typeof useNumberMarks>
}

const Block = memo(function Block({ text, numbers, marks }: BlockProps) {
  const hasMarks = marks !== null && numbers.length > 0
  const drawing = useFormulas(text)
  const masked = drawing?.maskFormulas(text)
  const remarkPlugins: PluggableList = [remarkGfm]
  if (drawing && masked) remarkPlugins.push([drawing.placeFormulas, masked.formulas])
  if (hasMarks) remarkPlugins.push([marks.markNumbers, numbers])
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={annotations}
      components={{
        ...components,
        ...(hasMarks && { mark: marks.NumberMark }),
        ...(drawing && { var: drawing.FormulaView }),
      }}
    >
      {masked?.text ?? text}
    </ReactMarkdown>
  )
}, isSameBlock)

/** Numbers come once, after the whole text. */
function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  return before.text === after.text && before.numbers.length === after.numbers.length
}

/** The number of blocks before the first table; without a table the first one. */
function leadLength(blocks: readonly string[]): number {
  const table = blocks.findIndex((block) => /^ {0,3}\|/.test(block))
  return table === -1 ? Math.min(1, blocks.length) : table
}
