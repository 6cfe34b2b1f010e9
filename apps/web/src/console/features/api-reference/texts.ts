import { translatable } from '#web/language/translatable.ts'

/** Words of the API reference. */
export const API_REFERENCE_TEXTS = translatable('apiReference', {
  title: 'API reference',
  lead: 'Every operation of the REST interface, from the OpenAPI document this service publishes.',
  document: 'OpenAPI document',
  key: 'API key to try it with',
  keyHint: 'Kept on this page only. It is discarded when you leave.',
  search: 'Find an operation',
  nothing: 'No operation matches.',
  addition: 'Addition',
  noKey: 'No credential needed',
  parameters: 'Path and query',
  body: 'Body',
  reply: 'Reply',
  examples: 'Example',
  language: 'Language of the example',
  failures: 'Failures',
  required: 'required',
  tryIt: 'Try it',
  send: 'Send',
  needKey: 'Enter an API key above first.',
  bodyLabel: 'JSON body',
  status: (status: number) => `Status ${status}`,
  unreachable: 'The service did not answer.',
})
