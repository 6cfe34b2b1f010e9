'use client'

import { Group, Paper, Text, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect } from 'react'
import { watchBareEscape } from '../bare-escape.ts'
import { IconAction } from '../icon-action.tsx'
import classes from './composer.module.css'
import { CONVERSATION_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.composer

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSend: (question: string) => void
  /** Set while an answer is running. */
  readonly onStop?: (() => void) | undefined
  readonly isStopping?: boolean
  readonly isDisabled?: boolean
  readonly inputRef?: Ref<HTMLTextAreaElement>
  /** Choices shown beside the button. */
  readonly children?: ReactNode
}

/**
 * The field for a question: Enter sends, Shift and Enter start a line, Escape stops. It is memoized because
 * its field measures the page at each redraw, and a running answer redraws the page many times a second.
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
    // Enter that ends an input method's composition chooses a character; it does not send.
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

/** Escape stops the answer, unless a dialog or menu is open: then Escape closes only that. */
function useEscape(onStop: (() => void) | undefined): void {
  useEffect(() => (onStop ? watchBareEscape(onStop) : undefined), [onStop])
}
