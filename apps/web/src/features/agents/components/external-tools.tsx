'use client'

import { Alert, Button, Group, Modal, Paper, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ToolBinding } from '@parley/contract'
import { IconArrowLeft, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { IconAction } from '#web/components/icon-action.tsx'
import { ServerDetails } from '#web/features/tools/components/server-details.tsx'
import { ServerSearch } from '#web/features/tools/components/server-search.tsx'
import { withBindings } from '#web/features/tools/hooks.ts'
import { TOOL_TEXTS } from '#web/features/tools/texts.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'
import { BUILTIN_SERVER } from './builtin-tools.ts'

type Props = { readonly tools: readonly ToolBinding[]; readonly onChange: (tools: ToolBinding[]) => void }

/** The tools of other servers an agent has, to be removed, and the way to more. */
export function ExternalTools({ tools, onChange }: Props) {
  const external = tools.filter(({ tool_server_id }) => tool_server_id !== BUILTIN_SERVER)
  const hasBoth = external.length > 0 && external.length < tools.length
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
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
          tool={tool}
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

type BoundToolProps = {
  readonly tool: ToolBinding
  readonly onRemove: () => void
  readonly onChange: (tool: ToolBinding) => void
}

const APPROVALS = ['auto', 'ask', 'never'] as const

function BoundTool({ tool, onRemove, onChange }: BoundToolProps) {
  return (
    <Paper withBorder px="sm" py="xs">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm" ff="monospace" fw={600}>
            {tool.tool_name}
          </Text>
          <Text size="xs" c="dimmed">
            {tool.tool_server_id}
            {tool.properties.length > 0 && ` · ${texts.settings(tool.properties.length)}`}
          </Text>
        </div>
        <Select
          aria-label={texts.approvalOf(tool.tool_name)}
          size="xs"
          w={150}
          allowDeselect={false}
          data={APPROVALS.map((value) => ({ value, label: texts.approvals[value] }))}
          value={tool.approval ?? 'auto'}
          onChange={(chosen) =>
            APPROVALS.filter((value) => value === chosen).forEach((approval) => {
              onChange({ ...tool, approval })
            })
          }
        />
        <IconAction label={texts.remove(tool.tool_name)} icon={IconX} onClick={onRemove} />
      </Group>
    </Paper>
  )
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
          onClick={modal.open}
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
                  {TOOL_TEXTS.addSelected(bindings?.length ?? 0)}
                </Button>
              </Group>
            )}
          </ServerDetails>
        )}
      </Modal>
    </>
  )
}
