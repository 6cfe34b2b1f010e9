import type { Locator } from '@playwright/test'

/** A file as a person has it. */
export type GivenFile = { readonly name: string; readonly text: string }

/** Drops files on an element, or pastes them into it. */
export async function giveFiles(
  target: Locator,
  event: 'drop' | 'paste',
  files: readonly GivenFile[],
): Promise<void> {
  await target.evaluate(
    (element, { type, given }) => {
      const transfer = new DataTransfer()
      for (const { name, text } of given) transfer.items.add(new File([text], name))
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
      )
    },
    { type: event, given: files },
  )
}
