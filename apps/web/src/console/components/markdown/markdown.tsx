'use client'

import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { CodeBlock } from './code-block.tsx'
import { LeftOutImage, OutwardLink, ScrollingTable } from './elements.tsx'
import classes from './markdown.module.css'
import { splitBlocks } from './split-blocks.ts'

type Props = {
  readonly text: string
  /** True while the text grows: its unfinished end is then completed for display. */
  readonly isGrowing?: boolean
}

const plugins = [remarkGfm]
const components: Components = {
  a: OutwardLink,
  img: LeftOutImage,
  pre: CodeBlock,
  table: ScrollingTable,
}

/** Markdown from a model: HTML stays text, images are never fetched, links show their host. */
export function Markdown({ text, isGrowing = false }: Props) {
  const blocks = splitBlocks(text)
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end.
        <Block key={index} text={isGrowing && index === blocks.length - 1 ? remend(block) : block} />
      ))}
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
