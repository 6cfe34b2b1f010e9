'use client'

import { Anchor, Button, Group, Popover, Stack, Textarea } from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import Link from 'next/link'
import { useState } from 'react'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useInspectedRun } from '#web/console/queries/run.ts'
import { CHAT_TEXTS } from '../texts.ts'

const texts = CHAT_TEXTS.rating

type Props = {
  readonly runId: string
  readonly rating: { readonly verdict: 'up' | 'down'; readonly comment: string }
  readonly onSave: (comment: string) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** The comment of a rating, in a small popover. It opens when it is first shown. */
export function RatingForm({ runId, rating, onSave, onRemove, onClose }: Props) {
  const [comment, setComment] = useState(rating.comment)
  const { opened } = useOpenOnArrival()
  const then = (act: () => void) => () => {
    act()
    onClose()
  }
  return (
    <Popover opened={opened} onDismiss={onClose} position="bottom-start" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <span />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.form[rating.verdict]}>
        <form onSubmit={preventing(then(() => onSave(comment.trim())))}>
          <Stack gap="xs">
            <Textarea
              label={texts.form[rating.verdict]}
              placeholder={texts.placeholder[rating.verdict]}
              data-autofocus
              autosize
              minRows={2}
              maxRows={8}
              maxLength={LIMITS.descriptionLength}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            {rating.verdict === 'down' && <CorrectStatement runId={runId} />}
            <Group justify="space-between">
              <Button size="xs" variant="subtle" color="gray" onClick={then(onRemove)}>
                {texts.remove}
              </Button>
              <Button size="xs" type="submit">
                {texts.saveComment}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Leads to the last statement of the answer, where it can be changed and run. */
function CorrectStatement({ runId }: { readonly runId: string }) {
  const run = useInspectedRun(runId)
  const step = run.data?.steps.findLast(
    ({ agent_name, status }) => agent_name === 'execute_sql' && status === 'ok',
  )
  if (!step) return null
  return (
    <Anchor component={Link} href={`/runs/${runId}#step-${step.step_id}`} size="sm">
      {texts.correct}
    </Anchor>
  )
}

function preventing(act: () => void) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault()
    act()
  }
}
