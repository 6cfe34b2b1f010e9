'use client'

import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import type { ToolBinding, ToolProblem } from '@parley/contract'
import { IconX } from '@tabler/icons-react'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { ApprovalSelect } from '#web/console/components/tool-server/approval-select.tsx'
import { SignInState } from '#web/console/components/tool-server/sign-in-state.tsx'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'
import { ToolChange } from './tool-change.tsx'

type Props = {
  /** Null for an unsaved agent. */
  readonly agentId: string | null
  readonly tool: ToolBinding
  /** The reason why the tool cannot be called now. */
  readonly problem: ToolProblem | undefined
  readonly onRemove: () => void
  readonly onChange: (tool: ToolBinding) => void
}

/** An external tool with its approval and its problem, if any. */
export function BoundTool({ agentId, tool, problem, onRemove, onChange }: Props) {
  return (
    <Paper withBorder px="sm" py="xs" role="group" aria-label={tool.tool_name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" ff="monospace" fw={600} truncate>
              {tool.tool_name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {tool.tool_server_id}
              {tool.properties.length > 0 && ` · ${texts.settings(tool.properties.length)}`}
            </Text>
          </div>
          <Group gap="xs" wrap="nowrap">
            <ApprovalSelect
              tool={tool.tool_name}
              value={tool.approval ?? 'auto'}
              onChange={(approval) => onChange({ ...tool, approval })}
            />
            <IconAction label={texts.remove(tool.tool_name)} icon={IconX} onClick={onRemove} />
          </Group>
        </Group>
        {problem && <Problem agentId={agentId} problem={problem} tool={tool} />}
      </Stack>
    </Paper>
  )
}

type ProblemProps = Pick<Props, 'agentId' | 'tool'> & { readonly problem: ToolProblem }

function Problem({ agentId, problem, tool }: ProblemProps) {
  if (problem.kind === 'needs_sign_in') {
    return <SignInState toolServerId={tool.tool_server_id} properties={tool.properties} />
  }
  return (
    <Alert color="yellow" variant="light" p="xs" title={texts.problems[problem.kind]}>
      {translateSentence(problem.message)}
      {agentId !== null && problem.change && (
        <ToolChange agentId={agentId} tool={problem} change={problem.change} />
      )}
    </Alert>
  )
}
