/** The service's own name: the last segment of the built-in tool listing, and what `<service>_uuid` is made of. */
const SERVICE_NAME = 'parley'

/** `tool_server_id` of the built-in tools. */
export const BUILTIN_SERVER_ID = SERVICE_NAME

/** Where the REST interface lives below the origin: `{base_url}` is `<origin>/api`. */
export const BASE_PATH = '/api'

/** `user_id` of the operator's templates. */
export const TEMPLATE_USER_ID = 'default'
