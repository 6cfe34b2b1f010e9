import { LIMITS } from '@parley/contract/limits'
import type { Client } from '#web/console/trpc/client.ts'
import { sentenceOf } from '../sentence-of.ts'
import { refusalOf } from '../upload/refusal-of.ts'
import { uploadFile } from '../upload/upload-file.ts'
import { addImage } from './add-image.ts'
import type { Attachment } from './attachment.ts'
import { IMAGE_TEXTS } from './image-texts.ts'

type Ports = {
  readonly client: Client
  readonly setList: (change: (all: readonly Attachment[]) => readonly Attachment[]) => void
  /** Called when a file has become a data source. */
  readonly onSource: () => Promise<unknown>
}

export type FileQueue = ReturnType<typeof createFileQueue>

/** Sends files one after the other, so that no two ask for the same name at once. Images stay with the question. */
export function createFileQueue({ client, setList, onSource }: Ports) {
  let queue = Promise.resolve()
  const aborts = new Map<string, AbortController>()
  const change = (next: Attachment) =>
    setList((all) => all.map((entry) => (entry.id === next.id ? next : entry)))

  async function sendFile(file: File, { id, name }: Pick<Attachment, 'id' | 'name'>): Promise<void> {
    const signal = aborts.get(id)?.signal
    if (!signal || signal.aborted) return
    try {
      const onProgress = ({ sent }: { sent: number }) => change({ id, name, phase: 'sending', sent })
      const source = await uploadFile(file, { onProgress, signal })
      await onSource()
      change({ id, name, phase: 'ready', source })
    } catch (error) {
      if (!signal.aborted) change({ id, name, phase: 'failed', sentence: sentenceOf(error) })
    } finally {
      aborts.delete(id)
    }
  }

  function enqueue(file: File, agentId: string | null): void {
    const entry = { id: crypto.randomUUID(), name: file.name }
    if (isImage(file)) {
      setList((all) => [...all, { ...entry, ...toWaitingImage(all) }])
      void addImage(client, agentId, { file, id: entry.id }).then((read) =>
        setList((all) => all.map((old) => (old.id === entry.id && old.phase === 'waiting' ? read : old))),
      )
      return
    }
    const sentence = refusalOf(file)
    if (sentence !== null) {
      setList((all) => [...all, { ...entry, phase: 'failed', sentence }])
      return
    }
    aborts.set(entry.id, new AbortController())
    setList((all) => [...all, { ...entry, phase: 'waiting' }])
    queue = queue.then(() => sendFile(file, entry))
  }

  return {
    /** Adds files to the question for an agent. */
    add: (files: readonly File[], agentId: string | null): void => {
      for (const file of files) enqueue(file, agentId)
    },
    /** Cancels a file that is under way. */
    cancel(id: string): void {
      aborts.get(id)?.abort()
      aborts.delete(id)
    },
  }
}

function isImage({ type }: File): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(type)
}

/** An image before it was opened; refused when the question has the most already. */
function toWaitingImage(all: readonly Attachment[]) {
  const most = LIMITS.imagesPerQuestion
  const count = all.filter(({ phase, name }) => phase === 'image' || isImageName(phase, name)).length
  return count < most
    ? { phase: 'waiting' as const }
    : { phase: 'failed' as const, sentence: IMAGE_TEXTS.tooMany(most) }
}

function isImageName(phase: Attachment['phase'], name: string): boolean {
  return phase === 'waiting' && /\.(png|jpe?g|gif|webp)$/i.test(name)
}
