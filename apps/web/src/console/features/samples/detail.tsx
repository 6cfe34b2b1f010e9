'use client'

import {
  Alert,
  Button,
  Card,
  Group,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from '@mantine/core'
import { IconCheck, IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react'
import Link from 'next/link'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { TEMPLATE_TEXTS } from '#web/console/templates/texts.ts'
import { useTemplate } from '#web/console/templates/use-template.ts'
import { useProgress } from './hooks.ts'
import { SAMPLE_TEXTS } from './texts.ts'

const STEPS = ['model', 'source', 'agent', 'chat'] as const
const HREFS = { model: '/models', source: '/sources', agent: '/agents', chat: '/chats' } as const

/**
 * The page of an empty account: buttons that lead to an answer, and steps to the user's own model and data.
 */
export function FirstRun() {
  return (
    <Stack gap="xl">
      <Stack gap={6}>
        <Title order={1}>{SAMPLE_TEXTS.title}</Title>
        <Text c="dimmed">{SAMPLE_TEXTS.lead}</Text>
      </Stack>
      <Stack gap="sm">
        <DataCard />
        <LedgerLink />
        <Alert variant="light" color="gray" p="xs" icon={<IconInfoCircle aria-hidden />}>
          {SAMPLE_TEXTS.demoNote}
        </Alert>
      </Stack>
      <Checklist />
    </Stack>
  )
}

function DataCard() {
  const { stage, setUp } = useTemplate('data')
  const { title, text, button } = TEMPLATE_TEXTS.templates.data
  const isBusy = setUp.isPending || setUp.isSuccess
  return (
    <Card withBorder padding="lg" radius="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Stack>
        {setUp.isError && <ErrorNotice error={setUp.error} title={SAMPLE_TEXTS.failed} />}
        <Group>
          <Button
            size="md"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            loading={isBusy}
            {...earlyClick(() => setUp.mutate())}
          >
            {button}
          </Button>
          <Text size="sm" role="status">
            {isBusy && stage}
          </Text>
        </Group>
        {isBusy && <Progress value={100} animated size="xs" aria-label={stage ?? title} />}
      </Stack>
    </Card>
  )
}

/** For the fewer people who come for the ledger. */
function LedgerLink() {
  const { stage, setUp } = useTemplate('ledger')
  const isBusy = setUp.isPending || setUp.isSuccess
  return (
    <>
      {setUp.isError && <ErrorNotice error={setUp.error} title={SAMPLE_TEXTS.failed} />}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {SAMPLE_TEXTS.ledger}
        </Text>
        <Button variant="subtle" size="compact-sm" loading={isBusy} {...earlyClick(() => setUp.mutate())}>
          {TEMPLATE_TEXTS.templates.ledger.button}
        </Button>
        <Text size="sm" role="status">
          {isBusy && stage}
        </Text>
      </Group>
    </>
  )
}

/** The parts of a workspace, and whether each exists. */
function Checklist() {
  const progress = useProgress()
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {SAMPLE_TEXTS.ownTitle}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {STEPS.map((step, index) => (
          <ChecklistCard key={step} step={step} number={index + 1} isDone={progress?.[step] ?? false} />
        ))}
      </SimpleGrid>
    </section>
  )
}

type CardProps = { readonly step: (typeof STEPS)[number]; readonly number: number; readonly isDone: boolean }

function ChecklistCard({ step, number, isDone }: CardProps) {
  const { title, text } = SAMPLE_TEXTS.checklist[step]
  return (
    <Card withBorder padding="md" component={Link} href={HREFS[step]}>
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon
          radius="xl"
          size="md"
          variant={isDone ? 'filled' : 'default'}
          aria-label={isDone ? SAMPLE_TEXTS.done : undefined}
        >
          {isDone ? <IconCheck size={16} aria-hidden /> : number}
        </ThemeIcon>
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
      </Group>
    </Card>
  )
}
