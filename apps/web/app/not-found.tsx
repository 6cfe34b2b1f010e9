'use client'

import { lazyPart } from '#web/console/components/lazy-part.tsx'

/** Every page loads this file, so its content loads only when it is shown. */
const NotFoundPage = lazyPart(() =>
  import('#web/console/frame/not-found-page.tsx').then((module) => module.NotFoundPage),
)

export default function NotFound() {
  return <NotFoundPage />
}
