/**
 * @typedef {object} Field
 * @property {string} name
 * @property {number} tableID object id of the table that the column is read from; 0 for an expression
 * @property {number} columnID position in that table
 * @property {number} dataTypeID object id of the type
 *
 * @typedef {{ parameterTypes: number[], fields: Field[] }} StatementDescription
 */

/**
 * Sends Parse and Describe of a statement and returns PostgreSQL's reply. The statement is not executed.
 *
 * @param {import('pg').Client} client
 * @param {string} text
 * @returns {Promise<StatementDescription>}
 * @throws {import('pg').DatabaseError} when PostgreSQL refuses the statement
 */
export function describeStatement(client, text) {
  return new Promise((resolve, reject) => {
    client.query(/** @type {any} */ (createDescribeQuery(text, { resolve, reject })))
  })
}

/**
 * Creates an object that `client.query` takes instead of text, with a method for each message of the
 * protocol. An error is reported at once, because the client drops the query before it sees ReadyForQuery.
 *
 * @param {string} text
 * @param {{ resolve: (description: StatementDescription) => void, reject: (error: unknown) => void }} promise
 */
function createDescribeQuery(text, { resolve, reject }) {
  /** @type {StatementDescription} */
  const description = { parameterTypes: [], fields: [] }
  const rememberTypes = (/** @type {{ dataTypeIDs: number[] }} */ message) => {
    description.parameterTypes = message.dataTypeIDs
  }
  return {
    submit(/** @type {any} */ connection) {
      connection.once('parameterDescription', rememberTypes)
      connection.parse({ name: '', text, types: [] })
      connection.describe({ type: 'S', name: '' })
      connection.sync()
    },
    handleRowDescription(/** @type {{ fields: Field[] }} */ message) {
      description.fields = message.fields
    },
    handleError(/** @type {unknown} */ error, /** @type {any} */ connection) {
      connection.off('parameterDescription', rememberTypes)
      reject(error)
    },
    handleReadyForQuery: () => resolve(description),
    handleParseComplete: () => {},
  }
}
