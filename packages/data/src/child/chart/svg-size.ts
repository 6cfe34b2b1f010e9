import { chartError } from './chart-error.ts'

/** Pixels of a picture's side, and of its area, before it is doubled. */
const MAX_SIDE = 16_000
const MAX_AREA = 24_000_000

const ROOT_SIZE = /^<svg\b[^>]*?\swidth="([\d.]+)" height="([\d.]+)"/

/** Reads the pixels of a drawing that Vega wrote. Throws a sentence when it is too large, or shows pictures. */
export function measureSvg(svg: string): { readonly width: number; readonly height: number } {
  // The renderer opens image paths from the disk.
  if (/<image\b/i.test(svg)) throw chartError('A chart may not show pictures.')
  const [width = 0, height = 0] = (ROOT_SIZE.exec(svg) ?? []).slice(1).map(Number)
  if (width === 0 || height === 0) throw chartError('The chart has no size; give it a width and a height.')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_AREA) {
    const size = `${Math.round(width)} by ${Math.round(height)}`
    throw chartError(`The chart would be ${size} pixels; draw fewer facets or categories, or a smaller step.`)
  }
  return { width, height }
}
