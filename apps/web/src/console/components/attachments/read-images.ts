import { artifactUrl } from '../artifact-url.ts'

/** Returns images as `data:` URLs. Reads those that are stored with an earlier question. */
export function readImages(images: readonly string[]): Promise<string[]> {
  return Promise.all(images.map(async (image) => (isData(image) ? image : readStored(image))))
}

/** The address at which the browser shows an image. */
export function imageUrl(image: string): string {
  return isData(image) ? image : artifactUrl(image)
}

async function readStored(path: string): Promise<string> {
  return toDataUrl(await (await fetch(artifactUrl(path))).blob())
}

/** Reads a file as a `data:` URL. */
export function toDataUrl(file: Blob): Promise<string> {
  const reader = new FileReader()
  reader.readAsDataURL(file)
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
  })
}

function isData(image: string): boolean {
  return image.startsWith('data:')
}
