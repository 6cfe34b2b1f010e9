/** A file that a tool made. */
export type ToolFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }

/** Saves a file that a tool made and returns its path relative to `{base_url}`. */
export type SaveArtifact = (file: ToolFile) => Promise<string>
