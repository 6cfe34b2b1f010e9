/** The sampling parameters of a model. An absent one means the vendor's default. */
export type SamplingParams = {
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
}
