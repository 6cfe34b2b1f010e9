import type { JsonObject } from '@parley/domain'
import { type Loader, type LoggerInterface, parse, type Spec, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import { chartTheme } from '../../chart-theme.ts'
import { chartError } from './chart-error.ts'
import { measureTextsByLetters } from './measure-text.ts'

/** A spec that ran over its rows. The caller finalizes the view. */
export type Scene = {
  readonly view: View
  /** What Vega-Lite made of the spec. */
  readonly compiled: Spec
  /** Warnings of the libraries, at most three. */
  readonly complaints: readonly string[]
}

measureTextsByLetters()

/** Runs a checked spec in the light theme. Expressions are interpreted, and nothing is loaded. */
export async function openScene(spec: JsonObject): Promise<Scene> {
  const complaints: string[] = []
  const logger = complainingLogger(complaints)
  // The spec has passed the schema that this type stands for.
  const { spec: compiled } = compile(spec as unknown as TopLevelSpec, { config: chartTheme.light, logger })
  const view = new View(parse(compiled, {}, { ast: true }), {
    expr: expressionInterpreter,
    loader: REFUSING_LOADER,
    logger,
    renderer: 'none',
  })
  try {
    await view.runAsync()
    return { view, compiled, complaints }
  } catch (error) {
    view.finalize()
    throw error
  }
}

/** Loads nothing. A link is replaced by `#`, because throwing there would end the process. */
const REFUSING_LOADER: Loader = {
  load: refuse,
  http: refuse,
  file: refuse,
  sanitize: async (uri, { context }) => (context === 'href' ? { href: '#' } : refuse(uri)),
}

async function refuse(uri: string): Promise<never> {
  throw chartError(`A chart may not load anything, as it tries with "${uri.slice(0, 80)}".`)
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
