/** Published input bounds. Each number lives here only: schemas, the server shell, the document and the console read it. */
export const LIMITS = {
  /** Bytes of a JSON request body. */
  bodyBytes: 1_048_576,
  /** Levels of nesting in a JSON request body. */
  bodyDepth: 32,
  /** Keys in all objects of a JSON request body together. */
  bodyKeys: 10_000,
  /** Bytes of an uploaded file. */
  uploadBytes: 2_147_483_648,
  /** Characters of a name. */
  nameLength: 200,
  /** Characters of a description. */
  descriptionLength: 4_000,
  /** Characters of a question, a prompt or a system message. */
  promptLength: 200_000,
  /** Characters of a property's value. */
  propertyValueLength: 8_000,
  /** Characters of a base URL. */
  urlLength: 2_000,
  /** Characters of a provider key. */
  providerKeyLength: 1_000,
  toolsPerAgent: 64,
  propertiesPerTool: 64,
  /** Tool servers on one page of a search. */
  searchPageSize: 10,
  /** Seconds an access token is valid. */
  accessTokenSeconds: 86_400,
  /** Seconds a wallet challenge can be answered. */
  challengeSeconds: 300,
} as const
