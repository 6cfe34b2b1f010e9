import { gunzipSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import type { PictureResult } from '../../sandbox/tasks.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { BASE_FONT_FILES } from './font/script-fonts.ts'
import { measureSvg } from './svg-size.ts'

/** Pictures are drawn with twice their pixels, and with fewer where that would be more than this area. */
const SCALE = 2
const MAX_SCALED_AREA = 32_000_000
const MAX_SVG_BYTES = 256 * 2 ** 20

/** Packaged fonts, so that a picture looks the same on every machine. The renderer reads TTF only. */
const FONTS = {
  loadSystemFonts: false,
  fontFiles: Object.values(BASE_FONT_FILES),
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
}

/** Draws the PNG of a gzipped SVG that the task `chart` wrote. */
export async function drawPng(drawing: Uint8Array): Promise<TaskAnswer<PictureResult>> {
  const svg = gunzipSync(drawing, { maxOutputLength: MAX_SVG_BYTES }).toString()
  const { width, height } = measureSvg(svg)
  const scale = Math.min(SCALE, Math.sqrt(MAX_SCALED_AREA / (width * height)))
  const picture = new Resvg(svg, { font: FONTS, fitTo: { mode: 'zoom', value: scale } }).render()
  return { result: { width: picture.width, height: picture.height }, bytes: picture.asPng() }
}
