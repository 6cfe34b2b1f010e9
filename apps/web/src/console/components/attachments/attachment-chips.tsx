'use client'

import { Anchor, Group, Loader, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconClipboardText, IconTable, IconX } from '@tabler/icons-react'
import Link from 'next/link'
import { IconAction } from '../icon-action.tsx'
import { type Attachment, isUnderWay } from './attachment.ts'
import classes from './attachment-chips.module.css'
import { CHIP_TEXTS as texts } from './chip-texts.ts'
import { imageUrl } from './read-images.ts'
import type { Attachments } from './use-attachments.ts'

type Props = {
  readonly attachments: Attachments
  /** Puts an attached text into the question instead. */
  readonly onUnfold: (text: string) => void
}

/** The files and texts of a question with their progress, and a sentence for each that was refused. */
export function AttachmentChips({ attachments, onUnfold }: Props) {
  const { list, problem, remove } = attachments
  const failed = list.filter((entry) => entry.phase === 'failed')
  const pasted = list.findLast((entry) => entry.phase === 'text')
  return (
    <>
      <ul className={classes.list} aria-label={texts.list}>
        {list.map((entry) => (
          <Chip key={entry.id} attachment={entry} onRemove={() => remove(entry.id)} />
        ))}
      </ul>
      <div role="alert">
        {failed.map(({ id, name, sentence }) => (
          <Text key={id} size="sm" c="var(--mantine-color-error)" className={classes.notes}>
            {name}: {sentence}
          </Text>
        ))}
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)" className={classes.notes}>
            {problem}
          </Text>
        )}
      </div>
      {pasted && (
        <Group gap="xs" className={classes.notes}>
          <Text size="sm" c="dimmed">
            {texts.becameText}
          </Text>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              remove(pasted.id)
              onUnfold(pasted.text)
            }}
          >
            {texts.putIntoQuestion}
          </Anchor>
        </Group>
      )}
    </>
  )
}

function Chip({ attachment, onRemove }: { readonly attachment: Attachment; readonly onRemove: () => void }) {
  const { name, phase } = attachment
  return (
    <li className={`${classes.chip} ${phase === 'failed' ? classes.failed : ''}`}>
      <ChipIcon attachment={attachment} />
      {phase === 'ready' ? (
        <Link
          href={`/sources/${attachment.source.id}`}
          prefetch={false}
          className={classes.name ?? ''}
          title={texts.openSource(name)}
        >
          {name}
        </Link>
      ) : (
        <span className={classes.name} title={name}>
          {name}
        </span>
      )}
      <About attachment={attachment} />
      <IconAction label={closeLabel(attachment)} icon={IconX} iconSize={14} size="sm" onClick={onRemove} />
      {phase === 'sending' && (
        <span className={classes.bar} style={{ width: `${attachment.sent * 100}%` }} aria-hidden />
      )}
    </li>
  )
}

function ChipIcon({ attachment }: { readonly attachment: Attachment }) {
  if (isUnderWay(attachment)) return <Loader size={14} aria-hidden />
  if (attachment.phase === 'image')
    return <img src={imageUrl(attachment.url)} alt="" className={classes.image} />
  if (attachment.phase === 'failed')
    return <IconAlertCircle size={16} className={classes.icon ?? ''} aria-hidden />
  const Icon = attachment.phase === 'text' ? IconClipboardText : IconTable
  return <Icon size={16} className={classes.icon ?? ''} aria-hidden />
}

function About({ attachment }: { readonly attachment: Attachment }) {
  const { name } = attachment
  switch (attachment.phase) {
    case 'waiting':
      return <VisuallyHidden role="status">{texts.waiting(name)}</VisuallyHidden>
    case 'sending':
      return (
        <span className={classes.about} role="status">
          <VisuallyHidden>
            {attachment.sent < 1
              ? texts.sending(name, Math.round(attachment.sent * 100))
              : texts.reading(name)}
          </VisuallyHidden>
          <span aria-hidden>{attachment.sent < 1 ? `${Math.round(attachment.sent * 100)} %` : '…'}</span>
        </span>
      )
    case 'ready':
      return attachment.source.rowCount === null ? null : (
        <span className={classes.about}>{texts.rows(attachment.source.rowCount)}</span>
      )
    case 'text':
      return <span className={classes.about}>{texts.characters(attachment.text.length)}</span>
    case 'image':
    case 'failed':
      return null
  }
}

function closeLabel(attachment: Attachment): string {
  if (isUnderWay(attachment)) return texts.cancel(attachment.name)
  return attachment.phase === 'failed' ? texts.dismiss(attachment.name) : texts.remove(attachment.name)
}
