/** What a rule wants next: an answer in words or one more tool call. */
export type Move =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: object }
