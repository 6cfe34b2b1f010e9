'use client'

import { Fragment, memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { CodeBlock } from './code-block.tsx'
import { LeftOutImage, OutwardLink, ShortTable } from './elements.tsx'
import classes from './markdown.module.css'
import { splitBlocks } from './split-blocks.ts'

type Props = {
  readonly text: string
  /** True while the text grows: its unfinished end is then completed for display. */
  readonly isGrowing?: boolean
  /** Stands behind the first sentences: before the first table, else after the first paragraph. */
  readonly inset?: ReactNode
}

const plugins = [remarkGfm]
const components: Components = {
  a: OutwardLink,
  img: LeftOutImage,
  pre: CodeBlock,
  table: ShortTable,
}

/** Markdown from a model: HTML stays text, images are never fetched, links show their host. */
export function Markdown({ text, isGrowing = false, inset }: Props) {
  const blocks = splitBlocks(text)
  const lead = inset ? leadLength(blocks) : 0
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end.
        <Fragment key={index}>
          {index === lead && inset && <div className={classes.inset}>{inset}</div>}
          <Block text={isGrowing && index === blocks.length - 1 ? remend(block) : block} />
        </Fragment>
      ))}
      {lead === blocks.length && inset && <div className={classes.inset}>{inset}</div>}
    </div>
  )
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  )
})

/** The number of blocks before the first table; without a table the first one. */
function leadLength(blocks: readonly string[]): number {
  const table = blocks.findIndex((block) => /^ {0,3}\|/.test(block))
  return table === -1 ? Math.min(1, blocks.length) : table
}
