// `pnpm release [--arch arm64] [--sign <private key of SSH>]`: writes an archive with Node.js, the production modules and
// the built console, which runs without a network. `--arch` names another processor than that of this machine, and may
// stand twice. Run `pnpm build` before.

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'
import { checkMachines } from './release/check-machines.mjs'
import { copyFiles } from './release/copy-files.mjs'
import { fetchPackage } from './release/fetch-package.mjs'
import { inBlocks } from './release/in-blocks.mjs'
import { listComponents } from './release/list-components.mjs'
import { settleBuild } from './release/settle-build.mjs'
import { takeNativePackages } from './release/take-native-packages.mjs'
import { traceFiles } from './release/trace-files.mjs'

/** Signatures are made for this purpose only. */
const NAMESPACE = 'parley-release'
/** The archive is compressed in pieces of this size, whatever tar gives. */
const BLOCK_BYTES = 2 ** 20

const { values: options } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true, default: [process.arch] },
    sign: { type: 'string' },
  },
})
const root = path.resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const output = path.join(root, 'release')
await main()

async function main() {
  if (!existsSync(path.join(root, 'apps/web/.next/BUILD_ID'))) {
    console.error('The console is not built. Run `pnpm build` first.')
    process.exitCode = 1
    return
  }
  const traced = await traceFiles(root)
  for (const arch of options.arch) await writeRelease(arch, traced)
  writeSums()
  if (options.sign !== undefined) sign(path.resolve(options.sign))
}

/** @param {string} arch @param {readonly string[]} traced */
async function writeRelease(arch, traced) {
  const name = `parley-${version}-${process.platform}-${arch}`
  const folder = path.join(output, name)
  const stage = mkdtempSync(path.join(tmpdir(), 'parley-release-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  try {
    fill(folder, contentFor(arch, traced, stage))
  } finally {
    rmSync(stage, { recursive: true })
  }
  const programs = checkMachines(folder, arch)
  const bytes = await pack(name)
  console.log(
    `Wrote release/${name}.tar.zst: ${(bytes / 1e6).toFixed(1)} MB, ${programs} programs and libraries.`,
  )
}

/**
 * @typedef {{ files: readonly string[], placeOf: (file: string) => string, node: string }} Content
 * @param {string} arch @param {readonly string[]} files @param {string} stage
 * @returns {Content}
 */
function contentFor(arch, files, stage) {
  if (arch !== process.arch) return takeNativePackages({ root, files, arch, stage }, fetchPackage)
  return { files, placeOf: (file) => path.join(root, file), node: realpathSync(process.execPath) }
}

/** @param {string} folder @param {Content} content */
function fill(folder, { files, placeOf, node }) {
  copyFiles(files, placeOf, folder)
  settleBuild(path.join(folder, 'apps/web/.next'), { root, commit: commitHash() })
  copyFileSync(path.join(import.meta.dirname, 'release/parley.sh'), path.join(folder, 'parley'))
  copyFileSync(node, path.join(folder, 'bin/node'))
  for (const program of ['parley', 'bin/node']) chmodSync(path.join(folder, program), 0o755)
  const committedAt = new Date(commitSeconds() * 1000)
  const components = listComponents({ root, files, placeOf, version, committedAt })
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(components, null, 1)}\n`)
}

/** Writes SHA256SUMS of all archives of this version. */
function writeSums() {
  const archives = readdirSync(output).filter(
    (file) => file.startsWith(`parley-${version}-`) && file.endsWith('.tar.zst'),
  )
  const lines = archives.sort().map((archive) => {
    const sum = createHash('sha256')
      .update(readFileSync(path.join(output, archive)))
      .digest('hex')
    return `${sum}  ${archive}\n`
  })
  writeFileSync(path.join(output, 'SHA256SUMS'), lines.join(''))
  process.stdout.write(lines.join(''))
}

/** Writes SHA256SUMS.sig. @param {string} key */
function sign(key) {
  rmSync(path.join(output, 'SHA256SUMS.sig'), { force: true })
  const args = ['-Y', 'sign', '-f', key, '-n', NAMESPACE, path.join(output, 'SHA256SUMS')]
  execFileSync('ssh-keygen', args, { stdio: ['inherit', 'ignore', 'inherit'] })
}

/**
 * The same files give the same bytes: sorted names, no owner, the time of the commit, compressed in pieces of one size.
 *
 * @param {string} name of the folder @returns {Promise<number>} bytes of the archive
 */
async function pack(name) {
  const archive = path.join(output, `${name}.tar.zst`)
  const stable = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitSeconds()}`]
  const tar = spawn('tar', [...stable, '-C', output, '-cf', '-', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'exit')
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 },
  })
  await pipeline(inBlocks(tar.stdout, BLOCK_BYTES), zstd, createWriteStream(archive))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}.`)
  return statSync(archive).size
}

/** @returns {string} */
function commitHash() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}

/** @returns {number} */
function commitSeconds() {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}
