'use client'

import { Autocomplete, Stack } from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import { type FormEvent, useState } from 'react'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { useFolders } from '#web/console/queries/session-pages.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Props = { readonly sessionId: string; readonly folder: string; readonly onDone: () => void }

/** Moves a chat into a folder with a known or a new name, or out of its folder. */
export function FolderForm({ sessionId, folder, onDone }: Props) {
  const update = useUpdateChat(sessionId)
  const folders = useFolders()
  const [name, setName] = useState(folder)

  function save(event: FormEvent) {
    event.preventDefault()
    update.mutate({ session_id: sessionId, folder: name.trim() }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={save}>
      <Stack>
        <Autocomplete
          label={CHAT_TEXTS.folderLabel}
          description={CHAT_TEXTS.folderHint}
          data-autofocus
          data={folders.data?.folders ?? []}
          maxLength={LIMITS.nameLength}
          value={name}
          onChange={setName}
        />
        <FormButtons onCancel={onDone} isPending={update.isPending} />
      </Stack>
    </form>
  )
}
