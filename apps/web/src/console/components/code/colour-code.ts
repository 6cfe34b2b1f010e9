import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight({ bash, javascript, json, python, sql, typescript })

/** Code as elements with the highlighter's class names; null for an unknown language. */
export function colourCode(code: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return null
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs })
}
