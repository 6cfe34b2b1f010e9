'use client'

import { Anchor, Popover, Stack, Table, Text } from '@mantine/core'
import type { NumberSpan, Step } from '@parley/contract'
import Link from 'next/link'
import { useInspectedRun } from '#web/console/queries/run.ts'
import { showNumber } from '#web/language/show-number.ts'
import { CodeText } from '../code/code-text.tsx'
import { ScrollBox } from '../scroll-box.tsx'
import { describeProof, describeSource, exactValue } from './describe-proof.ts'
import classes from './number-mark.module.css'
import type { JudgedNumbers } from './numbers-context.ts'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

type Props = JudgedNumbers & {
  readonly span: NumberSpan
  readonly onClose: () => void
}

/** A chance below this is not worth a sentence. */
const NOTED_CHANCE = 0.05

/** What proves a number: its cell in its row, and the statement that gave it. */
export function NumberCard({ evidence, steps, span, onClose }: Props) {
  const { run_id: runId, repair, results } = evidence
  const value = exactValue(span)
  const sources = results.find(({ step_id }) => step_id === span.step_id)?.sources ?? []
  return (
    <Popover
      opened
      onClose={onClose}
      position="bottom-start"
      width={360}
      withinPortal={false}
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={span.kind === 'none' ? texts.unproven : texts.proven}>
        <Stack gap="xs">
          <Text size="sm" component="span">
            {describeProof(span)}
          </Text>
          {value !== null && !span.cells && (
            <Text size="sm" c="dimmed" component="span">
              {texts.value(value)}
            </Text>
          )}
          {span.chance > NOTED_CHANCE && (
            <Text size="xs" c="dimmed" component="span">
              {texts.chance(showNumber(span.chance, { style: 'percent' }))}
            </Text>
          )}
          {span.kind === 'none' && repair && !repair.is_replaced && (
            <Text size="xs" c="dimmed" component="span">
              {texts.notCorrected}
            </Text>
          )}
          {span.cells && <Row cells={span.cells} column={span.column} />}
          {sources.map((source) => (
            <Text key={source.name} size="xs" c="dimmed" component="span">
              {describeSource(source)}
            </Text>
          ))}
          {steps && <Statement step={steps.find(({ step_id }) => step_id === span.step_id)} />}
          {!steps && span.step_id !== null && <StoredStatement runId={runId} stepId={span.step_id} />}
          {!steps && (
            <Anchor component={Link} href={`/runs/${runId}`} size="xs">
              {texts.openRun}
            </Anchor>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Row({
  cells,
  column,
}: {
  readonly cells: NonNullable<NumberSpan['cells']>
  readonly column: string | null
}) {
  const columns = column?.split(', ') ?? []
  return (
    <ScrollBox label={texts.row} maxHeight={180}>
      <Table withRowBorders={false} verticalSpacing={2} aria-label={texts.row}>
        <Table.Tbody>
          {Object.entries(cells).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" c="dimmed" fw={400} fz="xs">
                {name}
              </Table.Th>
              <Table.Td fz="xs" fw={name === column || columns.includes(name) ? 700 : 400}>
                {typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function StoredStatement({ runId, stepId }: { readonly runId: string; readonly stepId: number }) {
  const run = useInspectedRun(runId)
  return <Statement step={run.data?.steps.find((step) => step.step_id === stepId)} />
}

function Statement({ step }: { readonly step: Step | undefined }) {
  const sql = step?.input?.generated_sql
  if (typeof sql !== 'string') return null
  return (
    <ScrollBox label={texts.statement} maxHeight={140}>
      <CodeText code={sql} language="sql" />
    </ScrollBox>
  )
}
