// `pnpm bench [name …] [--option …]`: runs every *.bench.mjs in this folder, or the named ones, one after another. Each
// runs in its own process, so that no benchmark warms up or slows down the next.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .filter((file) => wanted.length === 0 || wanted.includes(file.replace('.bench.mjs', '')))

console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, ${os.type()} ${os.release()}`,
)
const failed = files.filter((file) => {
  console.log(`\n## ${file.replace('.bench.mjs', '')}\n`)
  return (
    spawnSync(process.execPath, [path.join(import.meta.dirname, file), ...options], { stdio: 'inherit' })
      .status !== 0
  )
})
process.exitCode = failed.length > 0 || files.length === 0 ? 1 : 0
