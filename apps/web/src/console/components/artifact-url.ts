import type { Step } from '@parley/contract'

/** Where this origin serves an artifact: its path is relative to the base of the REST interface. */
export function artifactUrl(path: string): string {
  return `/api/${path}`
}

/** The name of an artifact's file, which its path holds percent-encoded. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The artifacts a step made. */
export function filesOf({ output }: Step): string[] {
  const { artifacts } = output
  return Array.isArray(artifacts) ? artifacts.filter((file) => typeof file === 'string') : []
}
