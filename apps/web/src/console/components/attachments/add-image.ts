import type { Client } from '#web/console/trpc/client.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { Attachment } from './attachment.ts'
import { IMAGE_TEXTS as texts } from './image-texts.ts'
import { toDataUrl } from './read-images.ts'

/** Four images of this length fit the body of a question. */
const MAX_CHARACTERS = 240_000
/** The longest edge that vendors read without shrinking the image themselves, then smaller ones. */
const EDGES_PX = [1568, 1200, 800, 480]

/** Adds an image to a question. A model that does not read images refuses it with a sentence. */
export async function addImage(
  client: Client,
  agentId: string | null,
  { file, id }: { readonly file: File; readonly id: string },
): Promise<Attachment> {
  const { name } = file
  try {
    if (agentId === null) return { id, name, phase: 'failed', sentence: texts.noAgent }
    const { reads_images, model } = await client.agent.readsImages.query({ agent_id: agentId })
    if (!reads_images) return { id, name, phase: 'failed', sentence: texts.notRead(model) }
    return { id, name, phase: 'image', url: await shrinkImage(file) }
  } catch (error) {
    return {
      id,
      name,
      phase: 'failed',
      sentence: error instanceof DOMException ? texts.unreadable : sentenceOf(error),
    }
  }
}

/** Returns an image as a `data:` URL of bounded length, drawn smaller where it is too large. */
async function shrinkImage(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    const whole = await toDataUrl(file)
    if (whole.length <= MAX_CHARACTERS) return whole
    for (const edge of EDGES_PX) {
      const smaller = await draw(bitmap, edge)
      if (smaller.length <= MAX_CHARACTERS) return smaller
    }
    throw new DOMException(texts.unreadable)
  } finally {
    bitmap.close()
  }
}

async function draw(bitmap: ImageBitmap, edge: number): Promise<string> {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    // JPEG has no transparency; without a ground it would be black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  const webp = canvas.toDataURL('image/webp', 0.85)
  return webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', 0.8)
}
