import { handleRest as handle } from '#web/handle-rest-route.ts'

// Exported for every method, so that a wrong method gets the service's own 405 with `Allow`.
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
