'use client'

import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { Step } from '@parley/contract'
import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { CodeText } from '../code/code-text.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { readChart } from '../result/read-chart.ts'
import { ResultCard } from '../result/result-card.tsx'
import { chartView, readRows } from '../result/result-view.ts'
import { FoundMeaning } from './found-meaning.tsx'
import { MetadataTree } from './metadata-tree.tsx'
import { STEP_TEXTS } from './texts.ts'

/** Input and output of a step, in the best form for its tool. */
export function StepBody({ step }: { readonly step: Step }) {
  return (
    <PartBoundary>
      <Content step={step} />
    </PartBoundary>
  )
}

function Content({ step }: { readonly step: Step }) {
  return (
    <Stack gap="md">
      <Input step={step} />
      {typeof step.output.error === 'string' && (
        <Alert color="red" variant="light" title={STEP_TEXTS.error}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {translateSentence(step.output.error)}
          </Text>
          <SignInLink error={step.output.error} />
        </Alert>
      )}
      <Output step={step} />
    </Stack>
  )
}

/** A tool whose server requires a sign-in links to the sign-in page. */
function SignInLink({ error }: { error: string }) {
  const page = error.match(/\/tools\?server=[\w.~%-]+/)?.[0]
  if (page === undefined) return null
  return (
    <Anchor component={Link} href={page} size="sm" c="inherit">
      {STEP_TEXTS.signIn}
    </Anchor>
  )
}

function Input({ step: { agent_name, input } }: { step: Step }) {
  if (input === null) return null
  if (agent_name === 'execute_sql' && typeof input.generated_sql === 'string') {
    return (
      <Part title={STEP_TEXTS.sql}>
        <CodeText code={input.generated_sql} language="sql" />
      </Part>
    )
  }
  if (agent_name === 'find_metadata' && typeof input.user_question === 'string') {
    return (
      <Part title={STEP_TEXTS.question}>
        <Text size="sm">{input.user_question}</Text>
      </Part>
    )
  }
  if (agent_name === 'create_graph') return null
  return (
    <Part title={STEP_TEXTS.input}>
      <Json value={input} />
    </Part>
  )
}

function Output({ step }: { step: Step }) {
  switch (step.agent_name) {
    case 'find_metadata':
      return (
        <>
          <FoundMeaning output={step.output} />
          {Array.isArray(step.output.data) && (
            <Part title={STEP_TEXTS.found}>
              <MetadataTree data={step.output.data} />
            </Part>
          )}
        </>
      )
    case 'execute_sql':
      return <RowsResult step={step} />
    case 'create_graph':
      return <ChartResult step={step} />
    case 'ask_user':
      return null
    case 'final_response':
      return typeof step.output.content === 'string' ? <Markdown text={step.output.content} /> : null
    default:
      return 'error' in step.output ? null : (
        <Part title={STEP_TEXTS.output}>
          <Json value={step.output} />
        </Part>
      )
  }
}

function RowsResult({ step }: { step: Step }) {
  const view = useMemo(() => readRows(step), [step])
  return view && <ResultCard result={view} initialTab="table" isSqlOffered={false} />
}

function ChartResult({ step }: { step: Step }) {
  const view = useMemo(() => {
    const chart = readChart(step)
    return chart && chartView(step, chart, undefined)
  }, [step])
  if (view) return <ResultCard result={view} />
  const spec = step.input?.chart_spec
  return typeof spec === 'string' ? <CodeText code={spec} language="json" /> : null
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
    </div>
  )
}

function Json({ value }: { value: unknown }) {
  return <CodeText code={JSON.stringify(value, null, 2)} language="json" />
}
