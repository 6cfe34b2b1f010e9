import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROUTE = /^apps\/web\/app\/api\/(.*)\/route\.ts$/
const CATCH_ALL = 'apps/web/app/api/[...path]/route.ts'
// The sign-in library needs its own route.
const SIGN_IN = 'apps/web/app/api/auth/[...nextauth]/route.ts'
const LINE_LIMIT = 15
const EXPORTED = /\b(GET|POST|PUT|PATCH|DELETE)\b/g

/**
 * One route file serves every operation of the contract. A route file of one operation would state its address again.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {Promise<string[]>}
 */
export async function checkRoutes({ root, files }) {
  const contract = path.join(root, 'packages/contract/src/index.ts')
  if (!existsSync(contract)) return []
  /** @type {{ ENDPOINTS: { method: string, path: string | null }[] }} */
  const { ENDPOINTS } = await import(pathToFileURL(contract).href)
  const routes = files.filter((file) => ROUTE.test(file.path))
  const catchAll = routes.find((file) => file.path === CATCH_ALL)
  const served = new Set(catchAll?.text.match(EXPORTED))
  const methods = new Set(ENDPOINTS.flatMap(({ method, path: address }) => (address ? [method] : [])))
  return [
    ...[...methods]
      .filter((method) => !served.has(method))
      .map((method) => `${CATCH_ALL}: does not export ${method}, which the contract has.`),
    ...routes
      .filter((file) => file.path !== CATCH_ALL && file.path !== SIGN_IN)
      .map((file) => `${file.path}: ${CATCH_ALL} serves every operation; declare this one in the contract.`),
    ...(catchAll && isTooLong(catchAll)
      ? [`${CATCH_ALL}: a route file has at most ${LINE_LIMIT} lines.`]
      : []),
  ]
}

/** @param {import('./read-project.mjs').File} file @returns {boolean} */
function isTooLong({ text }) {
  return text.trimEnd().split('\n').length > LINE_LIMIT
}
