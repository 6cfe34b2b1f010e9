/** The name of a file for a title, in the letters of every language. */
export function fileNameFor(title: string, extension: string): string {
  const name = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${name || 'result'}.${extension}`
}

/** Downloads a picture that an address holds. */
export function saveImage(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
