'use client'

import { Button, Grid, Group, Paper, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Agent } from '@parley/contract'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { ConfirmDeletion } from '#web/components/confirm-deletion.tsx'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { PageFrame } from '#web/components/page-frame.tsx'
import { AttachedChats } from './components/attached-chats.tsx'
import { TryOutPanel } from './components/try-out-panel.tsx'
import { AgentForm } from './form.tsx'
import { useAgent, useDeleteAgent } from './hooks.ts'
import { AGENT_TEXTS as texts } from './texts.ts'

/** The address of an agent that does not exist yet: `/agents/new`. */
const NEW = 'new'

/** One agent: its form, and beside it a place to try it. */
export function AgentDetail({ id }: { id: string }) {
  const router = useRouter()
  const isNew = id === NEW
  const agent = useAgent(isNew ? null : id)
  return (
    <PageFrame
      title={agent.data?.name ?? (isNew ? texts.new : texts.title)}
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
          {agent.data && <DeleteButton agent={agent.data} />}
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

function DeleteButton({ agent }: { agent: Agent }) {
  const router = useRouter()
  const deletion = useDeleteAgent()
  const [isAsking, asking] = useDisclosure(false)
  return (
    <>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={asking.open}
      >
        {texts.delete}
      </Button>
      <ConfirmDeletion
        isOpen={isAsking}
        onClose={asking.close}
        texts={{
          title: texts.deleteTitle,
          text: texts.deleteText(agent.name),
          confirm: texts.deleteConfirm,
          keep: texts.keep,
          failed: texts.deleteFailed,
        }}
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
    </>
  )
}
