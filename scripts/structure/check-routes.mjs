import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROUTE = /^apps\/web\/app\/api\/(.*)\/route\.ts$/
// Addresses that belong to a library, or that serve files, are no operations of the contract.
const NO_OPERATION = /^(auth\/\[\.\.\.nextauth\]|trpc\/\[trpc\]|artifacts\/.*|openapi\.json|\[\.\.\.\w+\])$/
const METHOD = /^export const (GET|POST|PUT|PATCH|DELETE)\b/gm
const LINE_LIMIT = 10

/**
 * The route tree is the endpoint table, both ways, and a route file is no more than an address.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {Promise<string[]>}
 */
export async function checkRoutes({ root, files }) {
  const contract = path.join(root, 'packages/contract/src/index.ts')
  if (!existsSync(contract)) return []
  /** @type {{ ENDPOINTS: { method: string, path: string | null }[] }} */
  const { ENDPOINTS } = await import(pathToFileURL(contract).href)
  const routes = files.filter((file) => ROUTE.test(file.path) && !NO_OPERATION.test(addressOf(file)))
  const served = new Map(
    routes.flatMap((file) => methodsOf(file).map((method) => [`${method} ${addressOf(file)}`, file])),
  )
  const wanted = ENDPOINTS.flatMap(({ method, path: address }) =>
    address ? [`${method} ${folderOf(address)}`] : [],
  )
  return [
    ...wanted.filter((name) => !served.has(name)).map(missingRoute),
    ...[...served]
      .filter(([name]) => !wanted.includes(name))
      .map(([name, file]) => `${file.path}: ${name} is no endpoint of the contract.`),
    ...routes.filter(isTooLong).map((file) => `${file.path}: a route file has at most ${LINE_LIMIT} lines.`),
  ]
}

/** @param {import('./read-project.mjs').File} file @returns {string} the folders below app/api */
function addressOf(file) {
  return ROUTE.exec(file.path)?.[1] ?? ''
}

/** @param {string} address such as /chat/run/{run_id} @returns {string} such as chat/run/[run_id] */
function folderOf(address) {
  return address.replace(/^\//, '').replaceAll('{', '[').replaceAll('}', ']')
}

/** @param {import('./read-project.mjs').File} file @returns {string[]} */
function methodsOf({ text }) {
  return [...text.matchAll(METHOD)].map(([, method]) => String(method))
}

/** @param {string} name @returns {string} */
function missingRoute(name) {
  const [method, folder] = name.split(' ')
  return `apps/web/app/api/${folder}/route.ts: does not export ${method}, which the contract has.`
}

/** @param {import('./read-project.mjs').File} file @returns {boolean} */
function isTooLong({ text }) {
  return text.trimEnd().split('\n').length > LINE_LIMIT
}
