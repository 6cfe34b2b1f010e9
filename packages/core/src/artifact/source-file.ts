/** What a file is made of at its first reading: a picture of a gzipped SVG, a Parquet file of packed rows. */
export type RawKind = 'drawing' | 'rows'

/** The endings of kept sources. `.svgz`: https://www.w3.org/TR/SVG11/intro.html#MIMEType */
const ENDINGS: Readonly<Record<RawKind, string>> = { drawing: '.svgz', rows: '.rows.zst' }

/** Where the source of a file is kept until the file is first read. */
export function sourcePath(path: string, kind: RawKind): string {
  return path + ENDINGS[kind]
}

/** Where the file belongs whose source is at `path`, and what the source is; null when `path` holds the file itself. */
export function madePath(path: string): { readonly path: string; readonly kind: RawKind } | null {
  for (const kind of ['drawing', 'rows'] as const)
    if (path.endsWith(ENDINGS[kind])) return { path: path.slice(0, -ENDINGS[kind].length), kind }
  return null
}
