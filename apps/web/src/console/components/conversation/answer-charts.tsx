'use client'

import { Anchor, Group, Image, Skeleton, Stack } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useRun } from '#web/console/queries/run.ts'
import { artifactUrl, fileName, filesOf } from '../artifact-url.ts'
import { ChartFigure } from '../chart/chart-figure.tsx'
import { readChart } from '../chart/read-chart.ts'

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/

type Props = { readonly runId: string; readonly artifacts: readonly string[] }

/** The charts of an answer, drawn when they come into view; the pictures of other tools; other files as links. */
export function AnswerCharts({ runId, artifacts }: Props) {
  const { ref, entry } = useIntersection({ root: null, rootMargin: '400px' })
  const run = useRun(runId, { isWanted: entry?.isIntersecting === true })
  const drawn = (run.data?.steps ?? []).flatMap((step) => {
    const chart = readChart(step)
    return chart ? [{ key: step.step_id, chart, files: filesOf(step) }] : []
  })
  const others = artifacts.filter((file) => !drawn.some(({ files }) => files.includes(file)))

  return (
    <Stack gap="sm" ref={ref}>
      {!run.data && !run.isError && <Skeleton height={460} radius="md" />}
      {drawn.map(({ key, chart, files }) => (
        <ChartFigure key={key} chart={chart} files={files} />
      ))}
      {(run.data || run.isError) && others.length > 0 && (
        <Group gap="md">
          {others.map((file) => (
            <Anchor key={file} href={artifactUrl(file)} size="sm" download>
              {PICTURE.test(file) ? (
                <Image src={artifactUrl(file)} alt={fileName(file)} mah={480} fit="contain" radius="sm" />
              ) : (
                fileName(file)
              )}
            </Anchor>
          ))}
        </Group>
      )}
    </Stack>
  )
}
