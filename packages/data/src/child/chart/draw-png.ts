import type { JsonObject } from '@parley/domain'
import { Resvg } from '@resvg/resvg-js'
import { TaskError } from '../task-error.ts'
import { chartError } from './chart-error.ts'
import { drawnItems } from './drawn-items.ts'
import { outlineTexts } from './font/outline-texts.ts'
import { BASE_FONT_FILES } from './font/script-fonts.ts'
import { distinctLabelLimit, withLabelLimit } from './label-limits.ts'
import { readingNotes } from './reading-notes.ts'
import { openScene, type Scene } from './scene.ts'

type Drawing = {
  /** The spec as it was drawn, with the room that its labels need. */
  readonly spec: JsonObject
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
  readonly notes: readonly string[]
}

/** Pixels of a picture's side, and of its area, before it is doubled. */
const MAX_SIDE = 16_000
const MAX_AREA = 24_000_000
/** Pictures are drawn with twice their pixels, and with fewer where that would be more than this area. */
const SCALE = 2
const MAX_SCALED_AREA = 32_000_000

/** Packaged fonts, so that a picture looks the same on every machine. The renderer reads TTF only. */
const FONTS = {
  loadSystemFonts: false,
  fontFiles: Object.values(BASE_FONT_FILES),
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
}

/**
 * Draws a checked spec in the light theme. Throws a sentence when the drawing would be empty or too large.
 */
export async function drawPng(spec: JsonObject): Promise<Drawing> {
  try {
    return await draw(spec)
  } catch (error) {
    if (error instanceof TaskError) throw error
    // Vega's errors are plain sentences, so they are shown.
    throw chartError(`The chart cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function draw(spec: JsonObject): Promise<Drawing> {
  const scene = await openScene(spec)
  try {
    if (drawnItems(scene.view.scenegraph()) === 0) {
      throw chartError(`The chart would be empty: no row gives a mark. ${scene.complaints.join(' ')}`.trim())
    }
    const limit = distinctLabelLimit(scene.view.scenegraph())
    if (limit === null) return await finish(spec, scene)
    const roomy = withLabelLimit(spec, limit)
    const roomyScene = await openScene(roomy)
    return await finish(roomy, roomyScene).finally(() => roomyScene.view.finalize())
  } finally {
    scene.view.finalize()
  }
}

async function finish(spec: JsonObject, scene: Scene): Promise<Drawing> {
  const { svg, missing } = outlineTexts(await scene.view.toSVG())
  return { spec, ...rasterize(svg), notes: readingNotes(scene, { missing }) }
}

function rasterize(svg: string): Pick<Drawing, 'png' | 'width' | 'height'> {
  // The renderer opens image paths from the disk.
  if (/<image\b/i.test(svg)) throw chartError('A chart may not show pictures.')
  const { width, height } = new Resvg(svg, { font: FONTS })
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_AREA) {
    const size = `${Math.round(width)} by ${Math.round(height)}`
    throw chartError(`The chart would be ${size} pixels; draw fewer facets or categories, or a smaller step.`)
  }
  const scale = Math.min(SCALE, Math.sqrt(MAX_SCALED_AREA / (width * height)))
  const resvg = new Resvg(svg, { font: FONTS, fitTo: { mode: 'zoom', value: scale } })
  return { png: resvg.render().asPng(), width: Math.round(resvg.width), height: Math.round(resvg.height) }
}
