/**
 * The name of the service: the last segment of the built-in tool listing, and the prefix of `<service>_uuid`.
 */
const SERVICE_NAME = 'parley'

/** `tool_server_id` of the built-in tools. */
export const BUILTIN_SERVER_ID = SERVICE_NAME

/** The path of the REST interface below the origin: `{base_url}` is `<origin>/api`. */
export const BASE_PATH = '/api'

/** `user_id` of the operator's templates. */
export const TEMPLATE_USER_ID = 'default'
