'use client'

import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconPencil } from '@tabler/icons-react'
import { memo } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { IconAction } from '#web/components/icon-action.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import { Answer } from './answer.tsx'
import classes from './message-view.module.css'
import type { RunningTurn } from './turn.ts'

type Actions = {
  /** Puts the question into the composer again; given for the last one. */
  readonly onEdit?: ((question: string) => void) | undefined
  /** Asks the question of this answer again; given for the last one. */
  readonly onAskAgain?: (() => void) | undefined
}

type Props = Actions &
  (
    | { readonly message: Message; readonly turn?: undefined }
    /** An answer under way, in the place its message will have. */
    | { readonly message?: undefined; readonly turn: RunningTurn }
  )

/** One message of the history. */
export const MessageView = memo(function MessageView({ message, turn, onEdit, onAskAgain }: Props) {
  if (message?.role === 'user') return <Question text={message.content} onEdit={onEdit} />
  return <Answer message={message} turn={turn} onAskAgain={onAskAgain} />
})

/** What the person asked, exactly as it was typed. */
export function Question({ text, onEdit }: { readonly text: string } & Pick<Actions, 'onEdit'>) {
  return (
    <Box component="article" className={classes.question}>
      <VisuallyHidden>{CHAT_TEXTS.you}</VisuallyHidden>
      <Text className={classes.bubble}>{text}</Text>
      <Group gap={2} className={classes.actions}>
        <CopyButton value={text} label={CHAT_TEXTS.copyQuestion} isIconOnly />
        {onEdit && (
          <IconAction label={CHAT_TEXTS.editQuestion} icon={IconPencil} onClick={() => onEdit(text)} />
        )}
      </Group>
    </Box>
  )
}
