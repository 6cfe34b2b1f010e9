'use client'

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ToolBinding, ToolProblem } from '@parley/contract'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { BUILTIN_SERVER } from '#web/console/components/tool-server/builtin-tools.ts'
import { ServerDetails } from '#web/console/components/tool-server/server-details.tsx'
import { ServerSearch } from '#web/console/components/tool-server/server-search.tsx'
import { TOOL_SERVER_TEXTS } from '#web/console/components/tool-server/texts.ts'
import { withBindings } from '#web/console/components/tool-server/with-bindings.ts'
import { useToolProblems } from '#web/console/queries/agent.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'
import { BoundTool } from './bound-tool.tsx'

type Props = {
  /** Null for an unsaved agent. */
  readonly agentId: string | null
  readonly tools: readonly ToolBinding[]
  readonly onChange: (tools: ToolBinding[]) => void
}

/** The agent's external tools with their problems, and the dialog to add tools. */
export function ExternalTools({ agentId, tools, onChange }: Props) {
  const external = tools.filter(({ tool_server_id }) => tool_server_id !== BUILTIN_SERVER)
  const hasBoth = external.length > 0 && external.length < tools.length
  const problems = useToolProblems(external.length > 0 ? agentId : null)
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.external}
      </Text>
      {external.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noExternal}
        </Text>
      )}
      {external.map((tool) => (
        <BoundTool
          key={`${tool.tool_server_id} ${tool.tool_name}`}
          agentId={agentId}
          tool={tool}
          problem={problems.data?.find((problem) => isAbout(problem, tool))}
          onRemove={() => onChange(tools.filter((other) => other !== tool))}
          onChange={(changed) => onChange(tools.map((other) => (other === tool ? changed : other)))}
        />
      ))}
      {hasBoth && (
        <Alert color="yellow" variant="light" p="xs">
          {texts.ruleOfTwo}
        </Alert>
      )}
      <AddTools onAdd={(added) => onChange(withBindings(tools, added))} />
    </Stack>
  )
}

function isAbout(problem: ToolProblem, tool: ToolBinding): boolean {
  return problem.tool_name === tool.tool_name && problem.tool_server_id === tool.tool_server_id
}

function AddTools({ onAdd }: { onAdd: (bindings: readonly ToolBinding[]) => void }) {
  const [isOpen, modal] = useDisclosure(false)
  const [server, setServer] = useState<string | null>(null)

  function add(bindings: readonly ToolBinding[]) {
    onAdd(bindings)
    modal.close()
    setServer(null)
  }

  return (
    <>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          {...earlyClick(modal.open)}
        >
          {texts.addExternal}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={modal.close} title={texts.addTitle} size="xl">
        {server === null ? (
          <ServerSearch onOpen={setServer} />
        ) : (
          <ServerDetails qualifiedName={server}>
            {(bindings) => (
              <Group justify="space-between">
                <Button
                  variant="default"
                  leftSection={<IconArrowLeft size={16} aria-hidden />}
                  onClick={() => setServer(null)}
                >
                  {texts.backToSearch}
                </Button>
                <Button disabled={!bindings?.length} onClick={() => bindings && add(bindings)}>
                  {TOOL_SERVER_TEXTS.addSelected(bindings?.length ?? 0)}
                </Button>
              </Group>
            )}
          </ServerDetails>
        )}
      </Modal>
    </>
  )
}
