/** The next move of a rule: an answer in words, or one tool call. */
export type Move =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: object }
