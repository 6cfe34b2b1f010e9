'use client'

import { Anchor, Group, Image, Skeleton, Stack } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Step } from '@parley/contract'
import { useMemo } from 'react'
import { useInspectedRun } from '#web/console/queries/run.ts'
import { artifactUrl, fileName } from '../artifact-url.ts'
import { ResultCard } from '../result/result-card.tsx'
import { type ResultView, readResults } from '../result/result-view.ts'
import { Spoiler } from '../spoiler.tsx'
import { CONVERSATION_TEXTS as texts } from './texts.ts'

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/
/** Rows of a table in an answer before the reader asks for all. */
const SHOWN_ROWS = 5
const NO_STEPS: readonly Step[] = []

type StoredProps = {
  readonly runId: string
  readonly artifacts: readonly string[]
  /** Whether the text of the answer has a table already. */
  readonly hasTable: boolean
}

/** The results of a stored answer, read when they come into view. */
export function StoredResults({ runId, artifacts, hasTable }: StoredProps) {
  const { ref, entry } = useIntersection({ root: null, rootMargin: '400px' })
  const run = useInspectedRun(entry?.isIntersecting === true ? runId : null)
  const isRead = run.data !== undefined || run.isError
  return (
    <div ref={ref}>
      {!isRead && artifacts.length > 0 && <Skeleton height={430} radius="lg" />}
      {isRead && (
        <AnswerResults steps={run.data?.steps ?? NO_STEPS} artifacts={artifacts} hasTable={hasTable} />
      )}
    </div>
  )
}

type Props = Omit<StoredProps, 'runId'> & { readonly steps: readonly Step[] }

/** The charts of an answer, or the last rows that it read; the pictures of other tools; other files as links. */
export function AnswerResults({ steps, artifacts, hasTable }: Props) {
  const results = useMemo(() => readResults(steps), [steps])
  const others = artifacts.filter((file) => !results.some(({ files }) => files.includes(file)))
  if (results.length === 0 && others.length === 0) return null
  return (
    <Stack gap="sm">
      {results.map((result, index) => (
        // The results of a stored run never change.
        <Result key={index} result={result} hasTable={hasTable} />
      ))}
      {others.length > 0 && <Files files={others} />}
    </Stack>
  )
}

/** Rows that the text shows already are closed at first. */
function Result({ result, hasTable }: { readonly result: ResultView; readonly hasTable: boolean }) {
  if (result.chart) return <ResultCard result={result} shownRows={SHOWN_ROWS} />
  if (!hasTable) return <ResultCard result={result} initialTab="table" shownRows={SHOWN_ROWS} />
  return (
    <Spoiler label={texts.resultOf(result.total ?? result.rows.length)}>
      <ResultCard result={result} shownRows={SHOWN_ROWS} />
    </Spoiler>
  )
}

function Files({ files }: { readonly files: readonly string[] }) {
  return (
    <Group gap="md">
      {files.map((file) => (
        <Anchor key={file} href={artifactUrl(file)} size="sm" download>
          {PICTURE.test(file) ? (
            <Image src={artifactUrl(file)} alt={fileName(file)} mah={480} fit="contain" radius="sm" />
          ) : (
            fileName(file)
          )}
        </Anchor>
      ))}
    </Group>
  )
}
