'use client'

import { type ComponentType, useCallback, useState } from 'react'

/**
 * A part of a page whose script loads on first use. `Part` is null until then. `load` may be called any
 * number of times; it retries a script that failed to load.
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
