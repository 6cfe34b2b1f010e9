import type { Step } from '@parley/contract'

/** Where this origin serves an artifact: its path is relative to the base of the REST interface. */
export function artifactUrl(path: string): string {
  return `/api/${path}`
}

/** The name of an artifact's file. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The artifacts a step made. */
export function filesOf({ output }: Step): string[] {
  const { artifacts } = output
  return Array.isArray(artifacts) ? artifacts.filter((file) => typeof file === 'string') : []
}
