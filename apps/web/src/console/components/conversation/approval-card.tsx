'use client'

import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import type { Approval } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { CONVERSATION_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.approval

/** Shows a waiting tool call with its server and arguments. The owner sends it as it is, edits or denies it. */
export function ApprovalCard({ call }: { call: Approval }) {
  const trpc = useTRPC()
  const answer = useMutation(trpc.run.approve.mutationOptions())
  const [json, setJson] = useState(() => JSON.stringify(call.arguments, null, 2))
  const [reason, setReason] = useState('')
  const changed = call.problem === undefined ? readArguments(json) : null
  const step = { run_id: call.run_id, step_id: call.step_id }

  function approve(decision: 'approve' | 'approve_always') {
    if (changed) answer.mutate({ ...step, decision, arguments: changed })
  }

  return (
    <Paper withBorder p="md" radius="md" role="group" aria-label={texts.title(call.tool_name)}>
      <Stack gap="sm">
        <div>
          <Text fw={600} size="sm">
            {texts.title(call.tool_name)}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.server(call.tool_server_id)}
          </Text>
        </div>
        {call.problem !== undefined && (
          <Text size="sm" c="red">
            {call.problem}
          </Text>
        )}
        <Textarea
          label={texts.arguments}
          autosize
          minRows={2}
          maxRows={14}
          value={json}
          onChange={(event) => setJson(event.currentTarget.value)}
          disabled={call.problem !== undefined}
          error={changed === null && call.problem === undefined ? texts.badJson : undefined}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <TextInput
          label={texts.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {answer.isError && <ErrorNotice error={answer.error} title={texts.failed} />}
        <Group>
          <Button
            size="sm"
            disabled={changed === null || answer.isSuccess}
            loading={answer.isPending}
            onClick={() => approve('approve')}
          >
            {texts.approve}
          </Button>
          <Tooltip label={texts.approveAlwaysHint(call.tool_name)} multiline maw={280}>
            <Button
              size="sm"
              variant="light"
              disabled={changed === null || answer.isPending || answer.isSuccess}
              onClick={() => approve('approve_always')}
            >
              {texts.approveAlways}
            </Button>
          </Tooltip>
          <Button
            size="sm"
            variant="default"
            disabled={answer.isPending || answer.isSuccess}
            onClick={() => answer.mutate({ ...step, decision: 'deny', ...(reason !== '' && { reason }) })}
          >
            {texts.deny}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** The arguments as an object; null where the text is none. */
function readArguments(json: string): Approval['arguments'] | null {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    // What JSON.parse gives is JSON; the compiler cannot know that.
    return parsed as Approval['arguments']
  } catch {
    return null
  }
}
