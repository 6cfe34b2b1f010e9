'use client'

import { Group, Paper, Text, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect } from 'react'
import { IconAction } from '#web/components/icon-action.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import classes from './composer.module.css'

const texts = CHAT_TEXTS.composer

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSend: (question: string) => void
  /** Given while an answer is under way. */
  readonly onStop?: (() => void) | undefined
  readonly isStopping?: boolean
  readonly isDisabled?: boolean
  readonly inputRef?: Ref<HTMLTextAreaElement>
  /** Choices shown beside the button. */
  readonly children?: ReactNode
}

/**
 * Where a question is written: Enter sends, Shift and Enter start a line, Escape stops. Drawn only when it changes: its
 * field measures the page each time, which an answer that comes in above it does many times a second.
 */
export const Composer = memo(function Composer({
  value,
  onChange,
  onSend,
  onStop,
  children,
  ...state
}: Props) {
  useEscape(onStop)
  const isEmpty = value.trim() === ''

  function send() {
    if (!isEmpty && !onStop && !state.isDisabled) onSend(value.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends a composition chooses a character, it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Paper withBorder shadow="sm" radius="lg" className={classes.composer}>
      <Textarea
        ref={state.inputRef}
        aria-label={texts.label}
        aria-description={texts.hint}
        placeholder={texts.placeholder}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={10}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input ?? '' }}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-end">
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            {state.isStopping ? texts.stopping : texts.hint}
          </Text>
          {onStop ? (
            <StopButton onStop={onStop} isStopping={state.isStopping ?? false} />
          ) : (
            <IconAction
              label={texts.send}
              icon={IconArrowUp}
              iconSize={20}
              variant="filled"
              color="brand"
              size="lg"
              radius="xl"
              disabled={isEmpty || state.isDisabled === true}
              onClick={send}
            />
          )}
        </Group>
      </Group>
    </Paper>
  )
})

function StopButton({ onStop, isStopping }: { onStop: () => void; isStopping: boolean }) {
  return (
    <IconAction
      label={isStopping ? texts.stopping : texts.stop}
      icon={IconPlayerStopFilled}
      variant="filled"
      color="brand"
      size="lg"
      radius="xl"
      loading={isStopping}
      onClick={onStop}
    />
  )
}

function useEscape(onStop: (() => void) | undefined): void {
  useEffect(() => {
    if (!onStop) return
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && onStop()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onStop])
}
