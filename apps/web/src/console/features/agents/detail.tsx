'use client'

import { Button, Grid, Group, Paper, Stack } from '@mantine/core'
import type { Agent } from '@parley/contract'
import { IconArrowLeft, IconMessagePlus } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { DeleteButton } from '#web/console/components/delete-button.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAgent } from '#web/console/queries/agent.ts'
import { AttachedChats } from './components/attached-chats.tsx'
import { TryOutPanel } from './components/try-out-panel.tsx'
import { AgentForm } from './form.tsx'
import { useDeleteAgent } from './hooks.ts'
import { AGENT_TEXTS as texts } from './texts.ts'

/** The path segment of a new agent: `/agents/new`. */
const NEW = 'new'

/** One agent: its form, with the try-out beside it. */
export function AgentDetail({ id }: { id: string }) {
  const router = useRouter()
  const isNew = id === NEW
  const agent = useAgent(isNew ? null : id)
  return (
    <PageFrame
      title={agent.data?.name ?? (isNew ? texts.new : texts.title)}
      tabTitle={agent.data?.name}
      deletion={agent.data && <DeleteAgent agent={agent.data} />}
      lead={isNew ? texts.newLead : texts.editLead}
      actions={
        <Group gap="xs">
          <Button
            component={Link}
            href="/agents"
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {texts.back}
          </Button>
          {agent.data && (
            <Button
              component={Link}
              href={`/chats?agent=${id}`}
              leftSection={<IconMessagePlus size={16} aria-hidden />}
            >
              {texts.chat}
            </Button>
          )}
        </Group>
      }
    >
      {agent.isError && <ErrorNotice error={agent.error} onRetry={() => void agent.refetch()} />}
      {!isNew && agent.isPending && <ListSkeleton rows={4} height={64} />}
      {(isNew || agent.data) && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Paper withBorder radius="lg" p="lg">
              <AgentForm
                key={id}
                agent={agent.data ?? null}
                onSaved={(agentId) => {
                  if (isNew) router.replace(`/agents/${agentId}`)
                }}
              />
            </Paper>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="xl">
              <TryOutPanel agentId={isNew ? null : id} />
              {!isNew && <AttachedChats agentId={id} />}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </PageFrame>
  )
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const router = useRouter()
  const deletion = useDeleteAgent()
  return (
    <DeleteButton
      texts={{ title: texts.deleteTitle, text: texts.deleteText(agent.name) }}
      afterRefusal={
        <Button component={Link} href="/chats" variant="default">
          {texts.toChats}
        </Button>
      }
      onConfirm={async () => {
        await deletion.mutateAsync({ agent_id: agent.id })
        router.push('/agents')
      }}
    />
  )
}
