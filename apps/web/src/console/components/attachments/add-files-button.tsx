'use client'

import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconAction } from '../icon-action.tsx'
import { ATTACHMENT_TEXTS as texts } from './texts.ts'

/** Opens the file chooser. It shows all kinds of files, so that an unsupported one is refused with a sentence. */
export function AddFilesButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.add}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <IconAction
        label={texts.add}
        icon={IconPlus}
        iconSize={18}
        size="lg"
        radius="xl"
        onClick={() => input.current?.click()}
      />
    </>
  )
}
