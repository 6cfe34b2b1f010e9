'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Returns a component whose script loads when it is first shown; `placeholder` stands in its place until then. It never
 * suspends, which would hide the page around it and take the focus from the composer. A script that failed to load is asked
 * for again when the connection is back.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      const load = () =>
        importPart().then(
          (part) => {
            loaded = part
            setPart(() => part)
          },
          () => undefined,
        )
      void load()
      window.addEventListener('online', load)
      return () => window.removeEventListener('online', load)
    }, [Part])
    return Part ? <Part {...props} /> : placeholder
  }
}
