'use client'

import { Group, Paper, Text, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect, useMemo } from 'react'
import { AddFilesButton } from '../attachments/add-files-button.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { ATTACHMENT_TEXTS } from '../attachments/texts.ts'
import type { Attachments } from '../attachments/use-attachments.ts'
import { useDroppedFiles } from '../attachments/use-dropped-files.ts'
import { watchBareEscape } from '../bare-escape.ts'
import { IconAction } from '../icon-action.tsx'
import classes from './composer.module.css'
import { CONVERSATION_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.composer

/** By `field-sizing` of `composer.module.css`. A script would lay the page out twice before its first paint. */
const GROWS_BY_ITSELF = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')
const GROWS_BY_SCRIPT = { autosize: true, minRows: 1, maxRows: 10 } as const

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSend: (question: string) => void
  /** Set while an answer is running. */
  readonly onStop?: (() => void) | undefined
  readonly isStopping?: boolean
  /** Whether a question can be sent while an answer is running; it then waits for the end. */
  readonly canQueue?: boolean
  readonly isDisabled?: boolean
  readonly inputRef?: Ref<HTMLTextAreaElement>
  /** The files and texts of the question; without it the composer takes none. */
  readonly attachments?: Attachments
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
  const { attachments } = state
  const isDropping = useDroppedFiles(useIntake(attachments))
  const hint = onStop ? texts.hintToStop : texts.hint
  const isEmpty = value.trim() === ''
  const isBlocked = state.isDisabled === true || attachments?.isBusy === true

  function send() {
    if (!isEmpty && !isBlocked && (!onStop || state.canQueue)) onSend(value.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends an input method's composition chooses a character; it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Paper
      withBorder
      shadow="sm"
      radius="lg"
      className={classes.composer}
      data-dropping={isDropping || undefined}
      data-drop-hint={ATTACHMENT_TEXTS.dropHere}
    >
      {attachments && attachments.list.length > 0 && (
        <AttachmentList
          attachments={attachments}
          onUnfold={(text) => onChange([value, text].filter((part) => part !== '').join('\n\n'))}
        />
      )}
      <Textarea
        ref={state.inputRef}
        aria-label={texts.label}
        aria-description={hint}
        placeholder={attachments ? texts.placeholderWithLists : texts.placeholder}
        variant="unstyled"
        {...(GROWS_BY_ITSELF ? {} : GROWS_BY_SCRIPT)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input ?? '' }}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-end">
        <Group gap={6} wrap="nowrap">
          {attachments && <AddFilesButton onFiles={attachments.addFiles} />}
          {children}
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            {state.isStopping ? texts.stopping : hint}
          </Text>
          {onStop && <StopButton onStop={onStop} isStopping={state.isStopping ?? false} />}
          {(!onStop || (state.canQueue && !isEmpty)) && (
            <SendButton
              label={onStop ? texts.sendLater : texts.send}
              onSend={send}
              isDisabled={isEmpty || isBlocked}
            />
          )}
        </Group>
      </Group>
    </Paper>
  )
})

/** What the page does with dropped files and pasted texts. */
function useIntake(attachments: Attachments | undefined) {
  const { addFiles, addPaste } = attachments ?? {}
  return useMemo(
    () => (addFiles && addPaste ? { onFiles: addFiles, onText: addPaste } : undefined),
    [addFiles, addPaste],
  )
}

type SendProps = {
  readonly label: string
  readonly onSend: () => void
  readonly isDisabled: boolean
}

function SendButton({ label, onSend, isDisabled }: SendProps) {
  return (
    <IconAction
      label={label}
      icon={IconArrowUp}
      iconSize={20}
      variant="filled"
      color="brand"
      size="lg"
      radius="xl"
      disabled={isDisabled}
      onClick={onSend}
    />
  )
}

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
