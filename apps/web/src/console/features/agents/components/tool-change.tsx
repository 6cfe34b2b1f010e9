import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ToolProblem } from '@parley/contract'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { useAcceptTool } from '../hooks.ts'
import { AGENT_TEXTS } from '../texts.ts'
import styles from './tool-change.module.css'
import { changedParts, type Line } from './tool-difference.ts'

const texts = AGENT_TEXTS.toolChange

type Props = {
  readonly agentId: string
  readonly tool: Pick<ToolProblem, 'tool_name' | 'tool_server_id'>
  readonly change: NonNullable<ToolProblem['change']>
}

/** The accepted and the new definition of a changed tool side by side, and the button that accepts the new one. */
export function ToolChange({ agentId, tool: { tool_name, tool_server_id }, change }: Props) {
  const accept = useAcceptTool()
  const { before, after, definition_hash } = change
  return (
    <Stack gap="xs" mt="xs">
      {changedParts(before, after).map((part) => (
        <Stack key={part.name} gap={4} role="group" aria-label={texts.parts[part.name]}>
          <Text size="sm" fw={600}>
            {texts.parts[part.name]}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
            <Side title={texts.before} lines={part.before} />
            <Side title={texts.after} lines={part.after} />
          </SimpleGrid>
        </Stack>
      ))}
      {accept.isError && <ErrorNotice error={accept.error} title={texts.notAccepted} />}
      <Group>
        <Button
          size="xs"
          loading={accept.isPending}
          onClick={() => accept.mutate({ agent_id: agentId, tool_name, tool_server_id, definition_hash })}
        >
          {texts.accept}
        </Button>
      </Group>
    </Stack>
  )
}

/** One definition; lines that the other one lacks are marked. */
function Side({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <Stack gap={0} miw={0} role="group" aria-label={title}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <pre className={styles.lines}>
        {lines.map(({ position, text, isChanged }) =>
          isChanged ? <mark key={position}>{`${text}\n`}</mark> : <span key={position}>{`${text}\n`}</span>,
        )}
      </pre>
    </Stack>
  )
}
