'use client'

import { useEffect, useState } from 'react'

type Ports = {
  readonly onFiles: (files: readonly File[]) => void
  /** Returns whether it took the text. */
  readonly onText: (text: string) => boolean
}

/**
 * Takes the files that are dropped anywhere on the page or pasted into it, before the console's own listener. Returns
 * whether files are held over the page.
 */
export function useDroppedFiles(ports: Ports | undefined): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!ports) return
    const controller = new AbortController()
    const options = { signal: controller.signal, capture: true }
    window.addEventListener('dragenter', (event) => setIsOver(hasFiles(event)), options)
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), options)
    // A pointer that leaves the window enters no other element.
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), options)
    window.addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        take(event, event.dataTransfer?.files, ports)
      },
      options,
    )
    window.addEventListener('paste', (event) => onPaste(event, ports), options)
    return () => controller.abort()
  }, [ports])
  return isOver
}

function onPaste(event: ClipboardEvent, ports: Ports): void {
  if (isOtherField(event.target)) return
  const text = event.clipboardData?.getData('text/plain') ?? ''
  // Spreadsheets offer a picture of the copied cells beside their text.
  if (text.trim() === '') take(event, event.clipboardData?.files, ports)
  else if (ports.onText(text)) event.preventDefault()
}

function take(event: Event, list: FileList | undefined, { onFiles }: Ports): void {
  const files = [...(list ?? [])]
  if (files.length === 0) return
  event.preventDefault()
  onFiles(files)
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Fields of dialogs and searches keep what is pasted into them. */
function isOtherField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || (target instanceof HTMLElement && target.isContentEditable)
}
