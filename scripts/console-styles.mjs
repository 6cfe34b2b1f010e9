// Writes which styles of Mantine the console loads, and the styles of its theme, in apps/web/app. With --check it only
// reports whether the committed files are current.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { themeStyles } from './console-styles/theme-styles.mjs'
import { usedStyles } from './console-styles/used-styles.mjs'

const app = path.join(import.meta.dirname, '../apps/web')
const isCheck = process.argv.includes('--check')
const sources = globSync('{app,src}/**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => path.join(app, file))

const imports = usedStyles(app, sources).map((name) => `import '@mantine/core/styles/${name}.layer.css'\n`)
write(
  'app/mantine-styles.ts',
  `// Written by \`node scripts/console-styles.mjs\`: the styles of the components that the console uses.\n${imports.join('')}`,
)
write(
  'app/theme.css',
  `/* Written by \`node scripts/console-styles.mjs\` from the theme. */\n${themeStyles()}\n`,
)

/** @param {string} name @param {string} current */
function write(name, current) {
  const file = path.join(app, name)
  if (!isCheck) writeFileSync(file, current)
  else if (readFileSync(file, 'utf8') !== current) {
    console.error(`apps/web/${name} is out of date. Run: node scripts/console-styles.mjs`)
    process.exitCode = 1
  }
}
