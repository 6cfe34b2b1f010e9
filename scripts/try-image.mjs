// `pnpm try:image [--base <image>]`: builds the image of deploy/Dockerfile around the release of this machine and runs it
// as the compose file does: not root, on a read-only file system, behind the nginx of deploy/nginx.conf with TLS, with
// PostgreSQL and an object store. Then it asks the question of the quickstart through the proxy, lets the doctor look, and
// stops it. Needs podman, buildah, nginx and openssl.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { S3_CREDENTIALS, startS3Server } from '../packages/objects/src/testing/s3-server.ts'
import { startPostgres } from './postgres/start-postgres.mjs'

const { values } = parseArgs({ options: { base: { type: 'string' } } })
const root = path.resolve(import.meta.dirname, '..')
const place = mkdtempSync(path.join(tmpdir(), 'parley-try-image-'))
const [PORT, TLS_PORT] = [4456, 4457]
const ORIGIN = `https://localhost:${TLS_PORT}`
const IMAGE = 'parley-try'
const READY_MS = 60_000
const certificate = path.join(place, 'certificates/parley.pem')
const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, PARLEY_ORIGIN: ORIGIN }

process.exitCode = await main()

/** @returns {Promise<number>} the exit code */
async function main() {
  buildImage()
  writeProxy()
  const postgres = await startPostgres({ dataDirectory: path.join(place, 'database'), isDurable: false })
  const store = await startS3Server()
  const proxy = spawn('nginx', ['-p', place, '-c', path.join(place, 'nginx.conf')], { stdio: 'inherit' })
  try {
    runContainer(postgres.url, store.endpoint)
    await untilReady()
    let isGood = true
    for (const check of [checkAccount, checkQuickstart, checkDoctor, checkStop])
      isGood = (await check()) && isGood
    return isGood ? 0 : 1
  } finally {
    spawnSync('podman', ['rm', '--force', IMAGE])
    proxy.kill('SIGTERM')
    await store.close()
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

function buildImage() {
  const folder = readdirSync(path.join(root, 'release'), { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.endsWith(`-${process.platform}-${process.arch}`),
  )
  if (!folder) throw new Error('There is no release. Run `pnpm build` and `pnpm release` first.')
  const options = [
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--format',
    'docker',
    ...(values.base ? ['--build-arg', `BASE=${values.base}`] : []),
  ]
  const file = path.join(root, 'deploy/Dockerfile')
  run('buildah', ['build', ...options, '-f', file, '-t', IMAGE, path.join(root, 'release', folder.name)])
}

/** The proxy of the compose file, on other ports. */
function writeProxy() {
  mkdirSync(path.dirname(certificate))
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-keyout',
    certificate.replace('.pem', '.key'),
  ]
  run('openssl', ['req', '-x509', '-nodes', '-days', '2', ...key, '-out', certificate, ...names])
  const site = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('parley:3000', `127.0.0.1:${PORT}`)
    .replace('listen 443', `listen 127.0.0.1:${TLS_PORT}`)
  writeFileSync(path.join(place, 'site.conf'), site)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  )
  const main = `pid ${place}/pid; error_log stderr; daemon off; events {}\nhttp { access_log off; ${folders.join(' ')} include site.conf; }\n`
  writeFileSync(path.join(place, 'nginx.conf'), main)
  run('nginx', ['-t', '-p', place, '-c', path.join(place, 'nginx.conf')])
}

/** @param {string} databaseUrl @param {string} storeUrl */
function runContainer(databaseUrl, storeUrl) {
  const env = {
    HOST: '127.0.0.1',
    PORT: String(PORT),
    DATABASE_URL: databaseUrl,
    PARLEY_ORIGIN: ORIGIN,
    PARLEY_PROXY_HOPS: '1',
    PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
    PARLEY_BLOBS: 's3://parley/files',
    AWS_ENDPOINT_URL_S3: storeUrl,
    AWS_REGION: S3_CREDENTIALS.region,
    AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    NODE_EXTRA_CA_CERTS: '/certificates/parley.pem',
  }
  // What the compose file says: no root file system to write, no capabilities, no new privileges.
  const fences = [
    '--read-only',
    '--tmpfs',
    '/tmp:rw,size=512m',
    '--cap-drop',
    'all',
    '--security-opt',
    'no-new-privileges',
  ]
  const limits = [
    '--ulimit',
    'nofile=20000:20000',
    '--ulimit',
    'nproc=4096:4096',
    '--no-healthcheck',
    '--network',
    'host',
  ]
  const volumes = ['-v', '/data', '-v', `${path.dirname(certificate)}:/certificates:ro`]
  const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  run('podman', [
    'run',
    '-d',
    '--name',
    IMAGE,
    ...fences,
    ...limits,
    ...volumes,
    ...settings,
    `localhost/${IMAGE}`,
  ])
}

async function untilReady() {
  const startedAt = Date.now()
  while (Date.now() - startedAt < READY_MS) {
    const reply = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
    if (reply?.ok) {
      console.log(`Ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
      return
    }
    await sleep(50)
  }
  throw new Error('The container was not ready in time.')
}

async function checkAccount() {
  const [user, written] = [await inContainer('id', '-u'), await inContainer('touch', '/opt/parley/new')]
  const dockerfile = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8')
  const [, health = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const { code } = await inContainer(...JSON.parse(health))
  const holds = user.stdout.trim() === '10001' && written.code !== 0 && code === 0
  return say('runs as 10001, cannot write its file system, and is healthy', holds)
}

async function checkQuickstart() {
  const { code, stdout, stderr } = await runAside(process.execPath, [
    path.join(root, 'scripts/quickstart.mjs'),
  ])
  const chart = /^Chart: (.+)$/m.exec(stdout)?.[1] ?? ''
  return say('answers with a chart through the proxy', code === 0 && existsSync(chart), stdout + stderr)
}

async function checkDoctor() {
  const { code, stdout, stderr } = await inContainer('/opt/parley/parley', 'doctor')
  return say(
    'the doctor finds nothing wrong, also not with streams through the proxy',
    code === 0,
    stdout + stderr,
  )
}

async function checkStop() {
  await runAside('podman', ['stop', '-t', '45', IMAGE])
  const { stdout } = await runAside('podman', ['inspect', IMAGE, '--format', '{{.State.ExitCode}}'])
  return say('stops by itself when it is asked to', stdout.trim() === '0', stdout)
}

/** @param {string[]} command */
function inContainer(...command) {
  return runAside('podman', ['exec', IMAGE, ...command])
}

/**
 * Runs a program while the object store of this process goes on answering.
 *
 * @param {string} command @param {string[]} args
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function runAside(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { env: trusting }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code) || 1, stdout, stderr })
    })
  })
}

/** @param {string} what @param {boolean} holds @param {string} [seen] */
function say(what, holds, seen = '') {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`)
  if (!holds) console.log(seen)
  return holds
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`)
}
