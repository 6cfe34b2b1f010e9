/** A file that a tool made. */
export type ToolFile = {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Whether `bytes` is a gzipped SVG; the PNG of it is made at the first reading. */
  readonly isDrawing?: boolean
}

/** Saves a file that a tool made and returns its path relative to `{base_url}`. */
export type SaveArtifact = (file: ToolFile) => Promise<string>
