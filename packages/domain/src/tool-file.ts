/** A file that a tool made. */
export type ToolFile = {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  /**
   * What `bytes` is when the file itself is made at the first reading: a gzipped SVG for a PNG, packed rows for a Parquet
   * file. Absent when `bytes` is the file.
   */
  readonly source?: 'drawing' | 'rows'
}

/** Saves a file that a tool made and returns its path relative to `{base_url}`. */
export type SaveArtifact = (file: ToolFile) => Promise<string>
