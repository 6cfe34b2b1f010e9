import { createRequire } from 'node:module'
import path from 'node:path'
import { cssVariables, theme } from '../../apps/web/src/console/frame/theme.ts'

const fromApp = createRequire(path.join(import.meta.dirname, '../../apps/web/package.json'))
const { MantineProvider } = fromApp('@mantine/core')
const { createElement } = fromApp('react')
const { renderToStaticMarkup } = fromApp('react-dom/server')

/**
 * Returns the styles that Mantine's provider writes into a page unless it is asked not to: the variables of the theme, and
 * the classes of its breakpoints.
 */
export function themeStyles() {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables })
  const sheets = [...renderToStaticMarkup(provider).matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
  if (sheets.length !== 2) throw new Error(`Mantine writes ${sheets.length} styles; 2 are expected.`)
  return sheets.map(([, css]) => css).join('\n')
}
