'use client'

import { Anchor, Button, Group, Paper, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import type { Approval } from '@parley/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { parseTime } from '../time.ts'
import { APPROVAL_TEXTS as texts } from './approval-texts.ts'
import { ArgumentFields } from './argument-fields.tsx'

/** Shows a waiting tool call with its server and arguments. The owner sends it as it is, edits or denies it. */
export function ApprovalCard({ call }: { call: Approval }) {
  const trpc = useTRPC()
  const answer = useMutation(trpc.run.approve.mutationOptions())
  const [changed, setChanged] = useState<Approval['arguments'] | null>(call.arguments)
  const [reason, setReason] = useState('')
  const secondsLeft = useSecondsLeft(answer.isSuccess ? undefined : call.expires_at)
  const isOver = answer.isSuccess || secondsLeft === 0
  const canApprove = changed !== null && call.problem === undefined && !isOver
  const step = { run_id: call.run_id, step_id: call.step_id }

  function approve(decision: 'approve' | 'approve_always') {
    if (changed) answer.mutate({ ...step, decision, arguments: changed })
  }

  return (
    <Paper withBorder p="md" radius="md" role="group" aria-label={texts.title(call.tool_name)}>
      <Stack gap="sm">
        <Heading call={call} secondsLeft={secondsLeft} />
        {call.problem === undefined ? (
          <Arguments call={call} isDisabled={isOver} onChange={setChanged} />
        ) : (
          <Text size="sm" c="red">
            {call.problem}
          </Text>
        )}
        <TextInput
          label={texts.reason}
          value={reason}
          disabled={isOver}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {answer.isError && <ErrorNotice error={answer.error} title={texts.failed} />}
        <Group>
          <Button
            size="sm"
            disabled={!canApprove}
            loading={answer.isPending}
            onClick={() => approve('approve')}
          >
            {texts.approve}
          </Button>
          <Tooltip label={texts.approveAlwaysHint(call.tool_name)} multiline maw={280}>
            <Button
              size="sm"
              variant="light"
              disabled={!canApprove || answer.isPending}
              onClick={() => approve('approve_always')}
            >
              {texts.approveAlways}
            </Button>
          </Tooltip>
          <Button
            size="sm"
            variant="default"
            disabled={isOver || answer.isPending}
            onClick={() => answer.mutate({ ...step, decision: 'deny', ...(reason !== '' && { reason }) })}
          >
            {texts.deny}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** What waits, at which server, and for how long still. */
function Heading({ call, secondsLeft }: { readonly call: Approval; readonly secondsLeft: number | null }) {
  const server = useServerName(call.tool_server_id)
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text fw={600} size="sm">
          {texts.title(call.tool_name)}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.server(server)}
        </Text>
      </div>
      {secondsLeft !== null && (
        <Text size="sm" c="dimmed" role="timer" style={{ whiteSpace: 'nowrap' }}>
          {secondsLeft > 0 ? texts.timeLeft(Math.floor(secondsLeft / 60), secondsLeft % 60) : texts.timeOver}
        </Text>
      )}
    </Group>
  )
}

type ArgumentsProps = {
  readonly call: Approval
  readonly isDisabled: boolean
  readonly onChange: (changed: Approval['arguments'] | null) => void
}

/** The arguments as a form, or as JSON where the reader wants that. */
function Arguments({ call, isDisabled, onChange }: ArgumentsProps) {
  const [json, setJson] = useState<string | null>(null)
  const [shown, setShown] = useState(call.arguments)
  function change(next: Approval['arguments'] | null) {
    if (next) setShown(next)
    onChange(next)
  }
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.arguments}
        </Text>
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => {
            setJson(json === null ? JSON.stringify(shown, null, 2) : null)
            onChange(shown)
          }}
        >
          {json === null ? texts.asJson : texts.asForm}
        </Anchor>
      </Group>
      {json === null ? (
        <ArgumentFields call={{ ...call, arguments: shown }} isDisabled={isDisabled} onChange={change} />
      ) : (
        <Textarea
          aria-label={texts.arguments}
          autosize
          minRows={2}
          maxRows={14}
          value={json}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            setJson(currentTarget.value)
            change(readArguments(currentTarget.value))
          }}
          error={readArguments(json) === null ? texts.badJson : undefined}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
    </div>
  )
}

/** The name of a tool server as its registry has it; its id until that is known. */
function useServerName(toolServerId: string): string {
  const trpc = useTRPC()
  const server = useQuery({
    ...trpc.mcp.server.queryOptions({ q: toolServerId }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const name = server.data?.server.displayName
  return name === undefined || name === toolServerId ? toolServerId : `${name} (${toolServerId})`
}

/** The whole seconds until a time, counted down; null without a time. */
function useSecondsLeft(timestamp: string | undefined): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (timestamp === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [timestamp])
  if (timestamp === undefined) return null
  return Math.max(0, Math.ceil((parseTime(timestamp).getTime() - now) / 1000))
}

/** The arguments as an object; null where the text is not a JSON object. */
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
