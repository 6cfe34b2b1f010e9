import type { JsonObject } from '@parley/domain'
import { TaskError } from '../task-error.ts'
import { chartError } from './chart-error.ts'
import { drawnItems } from './drawn-items.ts'
import { outlineTexts } from './font/outline-texts.ts'
import { distinctLabelLimit, withLabelLimit } from './label-limits.ts'
import { readingNotes } from './reading-notes.ts'
import { openScene, type Scene } from './scene.ts'
import { measureSvg } from './svg-size.ts'

type Drawing = {
  /** The spec as it was drawn, with the room that its labels need. */
  readonly spec: JsonObject
  readonly svg: string
  readonly notes: readonly string[]
}

/**
 * Draws a checked spec in the light theme. Throws a sentence when the drawing would be empty or too large.
 */
export async function drawSvg(spec: JsonObject): Promise<Drawing> {
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
  measureSvg(svg)
  return { spec, svg, notes: readingNotes(scene, { missing }) }
}
