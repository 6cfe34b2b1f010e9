/** The ending of gzipped SVG: https://www.w3.org/TR/SVG11/intro.html#MIMEType */
const ENDING = '.svgz'

/** Where the drawing of a picture is kept until the picture is first read. */
export function drawingPath(picturePath: string): string {
  return picturePath + ENDING
}

/** Where the picture belongs whose drawing is at `path`; null when `path` is no drawing. */
export function picturePath(path: string): string | null {
  return path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : null
}
