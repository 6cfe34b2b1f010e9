/** Published input bounds. Each number lives here only: schemas, the server shell, the document and the console read it. */
export const LIMITS = {
  /** Bytes of a JSON request body. */
  bodyBytes: 1_048_576,
  /** Levels of nesting in a JSON request body. */
  bodyDepth: 32,
  /** Keys in all objects of a JSON request body together. */
  bodyKeys: 10_000,
  /** Calls in one request of the console. */
  batchCalls: 50,
  /** Bytes of an uploaded file. */
  uploadBytes: 2_147_483_648,
  /** The number of the row that holds the column names of a file. */
  headerRow: 10_000,
  /** Rows of a result that is saved whole. */
  exportRows: 10_000_000,
  /** Time for the statement of a result that is saved whole and for reading its rows. */
  exportSeconds: 600,
  /** Characters of a name. */
  nameLength: 200,
  /** Characters of a description. */
  descriptionLength: 4_000,
  /** Characters of a question, a prompt or a system message. */
  promptLength: 200_000,
  /** Pictures of one question. */
  imagesPerQuestion: 4,
  /** Characters of a property's value. */
  propertyValueLength: 8_000,
  /** Characters of a search text and of the name of a tool server. */
  searchLength: 500,
  /** Characters of a wallet signature; signatures of contract wallets may be long. */
  signatureLength: 20_000,
  /** Characters of a base URL. */
  urlLength: 2_000,
  /** Characters of a provider key. */
  providerKeyLength: 1_000,
  /** The largest integer of any field: the limit of a database column. */
  integer: 2_147_483_647,
  /** The largest number of tokens or bytes that a limit can be. */
  amount: 1_000_000_000_000_000,
  /** Characters of a configuration's `params` as JSON text. */
  paramsLength: 16_000,
  /** Tools of a tool server that are read. */
  listedTools: 500,
  toolsPerAgent: 64,
  dataSourcesPerAgent: 200,
  propertiesPerTool: 64,
  /** Characters of the SQL of a definition. */
  definitionSqlLength: 20_000,
  /** Characters of a document with definitions. */
  definitionDocumentLength: 900_000,
  synonymsPerDefinition: 20,
  /** Values of one column that have synonyms. */
  namedValuesPerColumn: 100,
  dimensionsPerMetric: 50,
  /** Records on one page of a list. */
  pageSize: 200,
  /** Records on one page of a list where the caller names no number. */
  defaultPageSize: 50,
  /** Characters of the cursor of a page. */
  cursorLength: 200,
  /** Tool servers on one page of a search. */
  searchPageSize: 10,
  /** Seconds an access token is valid. */
  accessTokenSeconds: 86_400,
  /** Seconds after a sign-in for which the console's session can be renewed. */
  longestSessionSeconds: 604_800,
  /** Seconds a wallet challenge can be answered. */
  challengeSeconds: 300,
  /** Days after which an invitation can no longer be used: by default, and at most. */
  invitationDays: 7,
  longestInvitationDays: 30,
  /** Seconds after a sign-in for which the ways to sign in can be changed. */
  freshSignInSeconds: 600,
  /** Ways to sign in to one account. */
  signInsPerUser: 20,
  recoveryCodes: 10,
  /** Characters of a recovery code, as people write it. */
  recoveryCodeLength: 60,
  /** Characters of one field of a browser's reply about a passkey. */
  passkeyFieldLength: 20_000,
  /** Characters of an invitation's token. */
  invitationTokenLength: 100,
  /** Quotas of one user. */
  perUser: {
    /** Bytes of the files uploaded, fetched from APIs or drawn as charts. */
    storageBytes: 21_474_836_480,
    dataSources: 200,
    llmConfigs: 500,
    agents: 1_000,
    sessions: 100_000,
    apiKeys: 200,
    personas: 500,
    webhooks: 20,
    definitions: 500,
  },
} as const

/** The formats in which a result is saved whole. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
