import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A browser reads smaller scripts at once, on the thread that runs them. Marked, they would take longer there. */
const LEAST_BYTES = 30_000
/**
 * While a marked script arrives, V8 compiles all of its functions on another thread. Otherwise V8 compiles each one at
 * its first call, on the thread of the page. https://v8.dev/blog/explicit-compile-hints
 */
const MARK = '//# allFunctionsCalledOnLoad\n'

/** Marks the large scripts that pages name, because these run at once. Scripts that load on use stay as they are. */
const build = join(import.meta.dirname, '.next')
for (const name of await scriptsOfPages()) {
  const file = join(build, name)
  const script = await readFile(file, 'utf8')
  if (script.length >= LEAST_BYTES && !script.startsWith(MARK)) await writeFile(file, MARK + script)
}

async function scriptsOfPages(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const manifest of glob(['build-manifest.json', 'server/app/**/*_client-reference-manifest.js'], {
    cwd: build,
  })) {
    const text = await readFile(join(build, manifest), 'utf8')
    for (const [name] of text.matchAll(/static\/chunks\/[A-Za-z0-9_~.-]+\.js/g)) names.add(name)
  }
  if (names.size === 0) throw new Error('The build names no scripts of pages where they are expected.')
  return names
}
