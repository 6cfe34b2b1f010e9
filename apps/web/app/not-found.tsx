'use client'

import { lazyPart } from '#web/console/components/lazy-part.tsx'

/** Every page names this file, so what it shows is loaded only where it is shown. */
const NotFoundPage = lazyPart(() =>
  import('#web/console/frame/not-found-page.tsx').then((module) => module.NotFoundPage),
)

export default function NotFound() {
  return <NotFoundPage />
}
