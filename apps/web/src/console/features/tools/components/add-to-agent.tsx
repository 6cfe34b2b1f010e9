'use client'

import { Button, Group, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ToolBinding } from '@parley/contract'
import Link from 'next/link'
import { useState } from 'react'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { TOOL_SERVER_TEXTS } from '#web/console/components/tool-server/texts.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { useAddTools } from '../hooks.ts'
import { TOOL_TEXTS as texts } from '../texts.ts'

type Props = { readonly bindings: readonly ToolBinding[] | null; readonly onDone: () => void }

/** Gives the chosen tools to one of the agents. */
export function AddToAgent({ bindings, onDone }: Props) {
  const agents = useAgents()
  const add = useAddTools()
  const [agentId, setAgentId] = useState<string | null>(null)
  const agent = agents.data?.agents.find(({ id }) => id === agentId)
  const count = bindings?.length ?? 0

  if (agents.data?.agents.length === 0) {
    return (
      <Group justify="space-between">
        <Text size="sm">{texts.noAgents}</Text>
        <Button component={Link} href="/agents/new" variant="default">
          {texts.createAgent}
        </Button>
      </Group>
    )
  }

  function submit() {
    if (!agent || !bindings) return
    add.mutate(
      { agentId: agent.id, bindings },
      {
        onSuccess: () => {
          notifications.show({ message: texts.added(count, agent.name) })
          onDone()
        },
        onError: (error) =>
          notifications.show({ color: 'red', title: texts.addFailed, message: sentenceOf(error) }),
      },
    )
  }

  return (
    <Group align="flex-end" justify="space-between">
      <Select
        label={texts.addTo}
        aria-label={texts.agentLabel}
        data={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={agentId}
        onChange={setAgentId}
      />
      <Button disabled={count === 0 || !agent} loading={add.isPending} onClick={submit}>
        {TOOL_SERVER_TEXTS.addSelected(count)}
      </Button>
    </Group>
  )
}
