import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@parley/domain'
import { Resvg } from '@resvg/resvg-js'
import { type Loader, type LoggerInterface, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import { chartTheme } from '../../chart-theme.ts'
import { TaskError } from '../task-error.ts'
import { chartError } from './chart-error.ts'
import { drawnItems } from './drawn-items.ts'

type Picture = { readonly png: Uint8Array; readonly width: number; readonly height: number }

/** Maximum pixels of a picture's side, before it is doubled. */
const MAX_SIDE = 4000
const SCALE = 2

const require = createRequire(import.meta.url)
const fontFolder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/** Packaged fonts, so that a picture looks the same on every machine. The renderer reads TTF only. */
const FONTS = {
  loadSystemFonts: false,
  fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(fontFolder, file)),
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
}

/**
 * Draws a checked spec in the light theme. Throws a TaskError when the drawing would be empty or too large.
 */
export async function drawPng(spec: JsonObject): Promise<Picture> {
  try {
    return rasterize(await drawSvg(spec))
  } catch (error) {
    if (error instanceof TaskError) throw error
    // Vega's errors are plain sentences, so they are shown.
    throw chartError(`The chart cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function drawSvg(spec: JsonObject): Promise<string> {
  const complaints: string[] = []
  const logger = complainingLogger(complaints)
  // The spec has passed the schema that this type stands for.
  const compiled = compile(spec as unknown as TopLevelSpec, { config: chartTheme.light, logger })
  const view = new View(parse(compiled.spec, {}, { ast: true }), {
    expr: expressionInterpreter,
    loader: REFUSING_LOADER,
    logger,
    renderer: 'none',
  })
  try {
    await view.runAsync()
    if (drawnItems(view.scenegraph()) === 0) {
      throw chartError(`The chart would be empty: no row gives a mark. ${complaints.join(' ')}`.trim())
    }
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** Refuses every load. A link becomes `#`, because an error there would end the process. */
const REFUSING_LOADER: Loader = {
  load: refuse,
  http: refuse,
  file: refuse,
  sanitize: async (uri, { context }) => (context === 'href' ? { href: '#' } : refuse(uri)),
}

async function refuse(uri: string): Promise<never> {
  throw chartError(`A chart must not load addresses. Remove "${uri.slice(0, 80)}".`)
}

function complainingLogger(complaints: string[]): LoggerInterface {
  const logger: LoggerInterface = {
    level: () => logger,
    error: (...parts) => complain(parts),
    warn: (...parts) => complain(parts),
    info: () => logger,
    debug: () => logger,
  }
  function complain(parts: unknown[]): LoggerInterface {
    if (complaints.length < 3) complaints.push(parts.map(String).join(' ').slice(0, 300))
    return logger
  }
  return logger
}

function rasterize(svg: string): Picture {
  // The renderer opens image paths from the disk.
  if (/<image\b/i.test(svg)) throw chartError('A chart may not show pictures.')
  const resvg = new Resvg(svg, { font: FONTS, fitTo: { mode: 'zoom', value: SCALE } })
  const { width, height } = resvg
  if (width > MAX_SIDE || height > MAX_SIDE) {
    const size = `${Math.round(width)} by ${Math.round(height)}`
    throw chartError(`The chart would be ${size} pixels; draw fewer facets or categories, or a smaller step.`)
  }
  return { png: resvg.render().asPng(), width: Math.round(width), height: Math.round(height) }
}
