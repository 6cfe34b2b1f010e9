'use client'

import { Anchor, Group, Skeleton, Stack } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { artifactUrl, fileName } from '#web/components/artifact-url.ts'
import { ChartFigure } from '#web/components/chart/chart-figure.tsx'
import { readChart } from '#web/components/chart/read-chart.ts'
import { useRun } from '#web/features/runs/hooks.ts'

type Props = { readonly runId: string; readonly artifacts: readonly string[] }

/** The charts of an answer, drawn when they come into view, and its other files as links. */
export function AnswerCharts({ runId, artifacts }: Props) {
  const { ref, entry } = useIntersection({ root: null, rootMargin: '400px' })
  const run = useRun(runId, { isWanted: entry?.isIntersecting === true })
  const steps = run.data?.steps ?? []
  const charts = steps
    .filter((step) => step.agent_name === 'create_graph' && !('error' in step.output))
    .map((step) => ({
      key: step.step_id,
      chart: readChart(step, steps),
      files: filesOf(step.output.artifacts),
    }))

  return (
    <Stack gap="sm" ref={ref}>
      {!run.data && !run.isError && <Skeleton height={420} radius="md" />}
      {charts.map(
        ({ key, chart, files }) =>
          chart && <ChartFigure key={key} chart={chart} scriptUrl={urlOf(files.find(isScript))} />,
      )}
      <Group gap="md">
        {artifacts.map((file) => (
          <Anchor key={file} href={artifactUrl(file)} size="sm" download>
            {fileName(file)}
          </Anchor>
        ))}
      </Group>
    </Stack>
  )
}

function filesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((file) => typeof file === 'string') : []
}

function isScript(file: string): boolean {
  return /\.m?js$/.test(file)
}

function urlOf(file: string | undefined): string | undefined {
  return file && artifactUrl(file)
}
