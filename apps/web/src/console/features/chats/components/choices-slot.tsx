'use client'

import { lazyPart } from '#web/console/components/lazy-part.tsx'
import type { ComposerChoicesProps } from './composer-choices.tsx'

/** A sign that may begin a mention or a command. */
const SIGN = /(^|\s)@|^\//

const ComposerChoices = lazyPart(() =>
  import('./composer-choices.tsx').then((module) => module.ComposerChoices),
)

/** The list behind `@` and `/` in a composer. Its script loads with the first sign. */
export function ChoicesSlot(props: ComposerChoicesProps) {
  return SIGN.test(props.value) ? <ComposerChoices {...props} /> : null
}
