/** What a file is made from when it is first read: a gzipped SVG for a picture, packed rows for a Parquet file. */
export type RawKind = 'drawing' | 'rows'

/** The endings of kept sources. `.svgz`: https://www.w3.org/TR/SVG11/intro.html#MIMEType */
const ENDINGS: Readonly<Record<RawKind, string>> = { drawing: '.svgz', rows: '.rows.zst' }

/** Where the source of a file is kept until the file is first read. */
export function sourcePath(path: string, kind: RawKind): string {
  return path + ENDINGS[kind]
}

/** The path of the file that is made from the source at `path`, and its kind; null when `path` is that file. */
export function madePath(path: string): { readonly path: string; readonly kind: RawKind } | null {
  for (const kind of ['drawing', 'rows'] as const)
    if (path.endsWith(ENDINGS[kind])) return { path: path.slice(0, -ENDINGS[kind].length), kind }
  return null
}
