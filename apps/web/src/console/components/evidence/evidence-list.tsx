'use client'

import { Alert, Anchor, Card, Stack, Table, Text, Title } from '@mantine/core'
import type { Evidence } from '@parley/contract'
import { artifactUrl } from '../artifact-url.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { Spoiler } from '../spoiler.tsx'
import { describeProof, describeSource, exactValue } from './describe-proof.ts'
import { EvidenceBadge } from './evidence-badge.tsx'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

type Props = {
  readonly evidence: Evidence
  /** The answer without its reasoning. */
  readonly text: string
}

/** All judged numbers of an answer with their proofs. */
export function EvidenceList({ evidence, text }: Props) {
  const { spans, results, repair, numbers } = evidence
  if (numbers === 0) return null
  return (
    <Card withBorder radius="md" component="section" aria-label={texts.list}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {texts.list}
        </Title>
        <EvidenceBadge evidence={evidence} />
        <ScrollBox label={texts.list} maxHeight={420}>
          <Table aria-label={texts.list} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.columns.number}</Table.Th>
                <Table.Th>{texts.columns.proof}</Table.Th>
                <Table.Th>{texts.columns.value}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {spans.map((span) => (
                <Table.Tr key={span.offset}>
                  <Table.Td fw={600}>{text.slice(span.offset, span.offset + span.length)}</Table.Td>
                  <Table.Td {...(span.kind === 'none' && { c: 'dimmed' })}>{describeProof(span)}</Table.Td>
                  <Table.Td>{exactValue(span)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
        {results.map((result) => (
          <Result key={result.step_id} result={result} />
        ))}
        {repair && (
          <Spoiler label={<Text size="sm">{texts.firstAnswer}</Text>}>
            <Alert color="gray" variant="light" p="xs">
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {repair.before}
              </Text>
            </Alert>
          </Spoiler>
        )}
      </Stack>
    </Card>
  )
}

/** Where a result was read from, and its file. */
function Result({ result }: { readonly result: Evidence['results'][number] }) {
  const sources = result.sources.map(describeSource).join('; ')
  return (
    <>
      {sources !== '' && (
        <Text size="sm" c="dimmed">
          {texts.sourcesOf(result.step_id, sources)}
        </Text>
      )}
      <WholeResult {...result} />
    </>
  )
}

/** The file of a whole result, or why there is none. Nothing for a result that the trace holds whole. */
function WholeResult({ step_id, row_count, file, note }: Evidence['results'][number]) {
  if (file)
    return (
      <Anchor href={artifactUrl(file)} size="sm" download>
        {texts.wholeResult(step_id, row_count)}
      </Anchor>
    )
  if (note === null) return null
  return (
    <Text size="sm" c="dimmed">
      {texts.noWholeResult(step_id, note)}
    </Text>
  )
}
