'use client'

import { Badge, Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import Link from 'next/link'
import { AgentMark } from '#web/console/components/agent-mark/agent-mark.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAgents } from '#web/console/queries/agent.ts'
import { useModels } from '#web/console/queries/llm-config.ts'
import { useRunningAgents } from '#web/console/queries/session.ts'
import classes from './list.module.css'
import { AGENT_TEXTS as texts } from './texts.ts'

/** All agents. */
export function AgentsPage() {
  const agents = useAgents()
  const models = useModels()
  const running = useRunningAgents()
  const newButton = (
    <Button component={Link} href="/agents/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {texts.new}
    </Button>
  )
  return (
    <PageFrame isWide title={texts.title} lead={texts.lead} actions={newButton}>
      {agents.isPending && <ListSkeleton rows={3} height={110} />}
      {agents.isError && <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.data?.agents.length === 0 && (
        <EmptyState icon={IconRobot} title={texts.none} text={texts.noneText}>
          <Button component={Link} href="/chats" variant="default">
            {texts.toSamples}
          </Button>
        </EmptyState>
      )}
      <SimpleGrid minColWidth="20rem">
        {agents.data?.agents.map((agent) => (
          <Card key={agent.id} withBorder padding="lg" component="article" className={classes.card ?? ''}>
            <Group gap="xs" wrap="nowrap">
              <AgentMark agentId={agent.id} running={running.has(agent.id) && texts.running} />
              <Title order={2} size="h5" lineClamp={1}>
                <Link href={`/agents/${agent.id}`} prefetch={false} className={classes.open}>
                  {agent.name}
                </Link>
              </Title>
            </Group>
            <Text size="sm" c="dimmed" lineClamp={3} mt={4}>
              {agent.description}
            </Text>
            <Group gap="xs" mt="auto" pt="sm">
              <Badge variant="light" color="gray">
                {models.data?.find(({ id }) => id === agent.model_config_id)?.name ?? texts.model}
              </Badge>
              <Badge variant="light">{texts.tools(agent.tool_count)}</Badge>
              <Button
                component={Link}
                href={`/chats?agent=${agent.id}`}
                prefetch={false}
                size="compact-sm"
                variant="default"
                ms="auto"
                className={classes.chat ?? ''}
              >
                {texts.chat}
              </Button>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </PageFrame>
  )
}
