'use client'

import { Menu } from '@mantine/core'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useChatActions } from './chat-actions.ts'

type Props = { readonly place: number; readonly question: string } & MenuTarget

/** The agents that can answer a question once more. */
export function AskAgainItems({ target, place, question }: Props) {
  const { agentId, askInBranch } = useChatActions()
  const agents = useAgents()
  const menu = useOpenOnArrival()
  const others = (agents.data?.agents ?? []).filter(({ id }) => id !== agentId)
  return (
    <Menu position="bottom-start" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => askInBranch({ place, question })}>{CHAT_TEXTS.sameAgent}</Menu.Item>
        {others.length > 0 && <Menu.Label>{CHAT_TEXTS.otherAgent}</Menu.Label>}
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => askInBranch({ place, question, agentId: id })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
