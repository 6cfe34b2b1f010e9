'use client'

import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import type { Step } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { useTRPC } from '#web/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'

const texts = CHAT_TEXTS.approval

/** A tool call that waits for its owner's word. */
export type WaitingCall = {
  readonly runId: string
  readonly stepId: number
  readonly tool: string
  readonly input: Step['input']
}

/** Shows what a tool is about to be sent; it goes out as it is or changed, or not at all. */
export function ApprovalCard({ call }: { call: WaitingCall }) {
  const trpc = useTRPC()
  const answer = useMutation(trpc.run.approve.mutationOptions())
  const [json, setJson] = useState(() => JSON.stringify(call.input ?? {}, null, 2))
  const [reason, setReason] = useState('')
  const changed = readArguments(json)
  const step = { run_id: call.runId, step_id: call.stepId }

  function approve(decision: 'approve' | 'approve_always') {
    if (changed) answer.mutate({ ...step, decision, arguments: changed })
  }

  return (
    <Paper withBorder p="md" radius="md" role="group" aria-label={texts.title(call.tool)}>
      <Stack gap="sm">
        <Text fw={600} size="sm">
          {texts.title(call.tool)}
        </Text>
        <Textarea
          label={texts.arguments}
          autosize
          minRows={2}
          maxRows={14}
          value={json}
          onChange={(event) => setJson(event.currentTarget.value)}
          error={changed === null ? texts.badJson : undefined}
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
          <Tooltip label={texts.approveAlwaysHint(call.tool)} multiline maw={280}>
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
function readArguments(json: string): NonNullable<Step['input']> | null {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    // What JSON.parse gives is JSON; the compiler cannot know that.
    return parsed as NonNullable<Step['input']>
  } catch {
    return null
  }
}
