'use client'

import { type ComponentType, useCallback, useState } from 'react'

/**
 * A part of a page whose script comes when somebody first reaches for it. `Part` is null until then; `load` may be
 * called any number of times. A script that does not arrive is asked for again at the next call.
 */
export function useLazyPart<Props>(importPart: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const load = useCallback(() => {
    importPart().then(
      (part) => setPart(() => part),
      () => undefined,
    )
  }, [importPart])
  return { Part, load }
}
