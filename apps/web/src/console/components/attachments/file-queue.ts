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

type WaitingFile = Pick<Attachment, 'id' | 'name'> & { readonly file: File }

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

  function enqueue({ file, ...entry }: WaitingFile, agentId: string | null): void {
    const sentence = refusalOf(file)
    if (isImage(file)) openImage({ file, ...entry }, agentId)
    else if (sentence !== null) change({ ...entry, phase: 'failed', sentence })
    else {
      aborts.set(entry.id, new AbortController())
      queue = queue.then(() => sendFile(file, entry))
    }
  }

  function openImage({ file, ...entry }: WaitingFile, agentId: string | null): void {
    setList((all) =>
      all.map((old) => (old.id === entry.id ? { ...entry, ...toWaitingImage(all, old) } : old)),
    )
    void addImage(client, agentId, { file, id: entry.id }).then((read) =>
      setList((all) => all.map((old) => (old.id === entry.id && old.phase === 'waiting' ? read : old))),
    )
  }

  return {
    /** Takes files that wait in the list of the question for an agent. */
    add: (files: readonly WaitingFile[], agentId: string | null): void => {
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

/** An image before it is opened; refused when the question has the maximum of images before it. */
function toWaitingImage(all: readonly Attachment[], image: Attachment) {
  const most = LIMITS.imagesPerQuestion
  const before = all.slice(0, all.indexOf(image))
  const count = before.filter(({ phase, name }) => phase === 'image' || isImageName(phase, name)).length
  return count < most
    ? { phase: 'waiting' as const }
    : { phase: 'failed' as const, sentence: IMAGE_TEXTS.tooMany(most) }
}

function isImageName(phase: Attachment['phase'], name: string): boolean {
  return phase === 'waiting' && /\.(png|jpe?g|gif|webp)$/i.test(name)
}
