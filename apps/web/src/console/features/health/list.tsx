'use client'

import { Alert, Button, Group, List, Text } from '@mantine/core'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { Section } from '#web/console/components/section.tsx'
import { useReadiness, useVerdict } from './hooks.ts'
import { HEALTH_TEXTS as texts } from './texts.ts'

/** The state of the service and of its events, for administrators. */
export function HealthPage() {
  const readiness = useReadiness()
  const verdict = useVerdict()
  return (
    <PageFrame title={texts.title} lead={texts.lead}>
      <Section title={texts.service}>
        {readiness.isError && <ErrorNotice error={readiness.error} />}
        {readiness.data && (
          <Text size="sm">
            {readiness.data.status === 'ok' ? texts.ready : (readiness.data.message ?? texts.notReady)}
          </Text>
        )}
      </Section>
      <Section title={texts.events}>
        <Text size="sm">{texts.eventsText}</Text>
        {verdict.isError && <ErrorNotice error={verdict.error} />}
        {verdict.data && <Verdict verdict={verdict.data} />}
        <Group>
          <Button variant="default" loading={verdict.isFetching} {...earlyClick(verdict.refetch)}>
            {texts.verify}
          </Button>
        </Group>
      </Section>
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
