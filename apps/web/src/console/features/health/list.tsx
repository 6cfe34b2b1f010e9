'use client'

import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useReadiness, useVerdict } from './hooks.ts'
import { HEALTH_TEXTS as texts } from './texts.ts'

/** The state of the service and of its events, for administrators. */
export function HealthPage() {
  const readiness = useReadiness()
  const verdict = useVerdict()
  return (
    <PageFrame title={texts.title} lead={texts.lead}>
      <Part title={texts.service}>
        {readiness.isError && <ErrorNotice error={readiness.error} />}
        {readiness.data && (
          <Text size="sm">
            {readiness.data.status === 'ok' ? texts.ready : (readiness.data.message ?? texts.notReady)}
          </Text>
        )}
      </Part>
      <Part title={texts.events}>
        <Text size="sm">{texts.eventsText}</Text>
        {verdict.isError && <ErrorNotice error={verdict.error} />}
        {verdict.data && <Verdict verdict={verdict.data} />}
        <Group>
          <Button variant="default" loading={verdict.isFetching} onClick={() => void verdict.refetch()}>
            {texts.verify}
          </Button>
        </Group>
      </Part>
    </PageFrame>
  )
}

function Verdict({ verdict }: { verdict: NonNullable<ReturnType<typeof useVerdict>['data']> }) {
  const { problems, events, batches, newest } = verdict
  if (problems.length > 0)
    return (
      <Alert color="red" variant="light" title={texts.broken}>
        <List size="sm">
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      </Alert>
    )
  return (
    <>
      <Text size="sm" role="status">
        {texts.whole(events, batches)}
      </Text>
      {newest && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.newest(newest.batch, newest.hash)}
        </Text>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
