'use client'

import { lazyPart } from '#web/console/components/lazy-part.tsx'
import type { PageErrorProps } from '#web/console/frame/page-error.tsx'

/** Every page loads this file, so its content loads only when it is shown. */
const PageError = lazyPart(() =>
  import('#web/console/frame/page-error.tsx').then((module) => module.PageError),
)

export default function ErrorPage(props: PageErrorProps) {
  return <PageError {...props} />
}
