// `pnpm release [--sign <private key of SSH>]`: writes an archive with Node.js, the production modules and the built console, which runs without a
// network. Run `pnpm build` before.

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'
import { copyFiles } from './release/copy-files.mjs'
import { listComponents } from './release/list-components.mjs'
import { settleBuild } from './release/settle-build.mjs'
import { traceFiles } from './release/trace-files.mjs'

/** Signatures are made for this purpose only. */
const NAMESPACE = 'parley-release'

const { values: options } = parseArgs({ options: { sign: { type: 'string' } } })
const root = path.resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const name = `parley-${version}-${process.platform}-${process.arch}`
const output = path.join(root, 'release')
await main()

async function main() {
  if (!existsSync(path.join(root, 'apps/web/.next/BUILD_ID'))) {
    console.error('The console is not built. Run `pnpm build` first.')
    process.exitCode = 1
    return
  }
  const folder = path.join(output, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  const files = await traceFiles(root)
  copyFiles(root, files, folder)
  settleBuild(path.join(folder, 'apps/web/.next'), { root, commit: commitHash() })
  copyFileSync(path.join(import.meta.dirname, 'release/parley.sh'), path.join(folder, 'parley'))
  copyFileSync(realpathSync(process.execPath), path.join(folder, 'bin/node'))
  for (const program of ['parley', 'bin/node']) chmodSync(path.join(folder, program), 0o755)
  const components = listComponents({ root, files, version, committedAt: new Date(commitSeconds() * 1000) })
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(components, null, 1)}\n`)
  const archive = `${name}.tar.zst`
  await pack(archive)
  const bytes = readFileSync(path.join(output, archive))
  const sum = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(path.join(output, 'SHA256SUMS'), `${sum}  ${archive}\n`)
  if (options.sign !== undefined) sign(path.resolve(options.sign))
  console.log(`Wrote release/${archive}: ${(bytes.length / 1e6).toFixed(1)} MB, SHA-256 ${sum}.`)
}

/** Writes SHA256SUMS.sig. @param {string} key */
function sign(key) {
  rmSync(path.join(output, 'SHA256SUMS.sig'), { force: true })
  const args = ['-Y', 'sign', '-f', key, '-n', NAMESPACE, path.join(output, 'SHA256SUMS')]
  execFileSync('ssh-keygen', args, { stdio: ['inherit', 'ignore', 'inherit'] })
}

/** The same files give the same bytes: sorted names, no owner, the time of the commit. @param {string} archive */
async function pack(archive) {
  const stable = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitSeconds()}`]
  const tar = spawn('tar', [...stable, '-C', output, '-cf', '-', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'exit')
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 },
  })
  await pipeline(tar.stdout, zstd, createWriteStream(path.join(output, archive)))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}.`)
}

/** @returns {string} */
function commitHash() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}

/** @returns {number} */
function commitSeconds() {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}
