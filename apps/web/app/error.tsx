'use client'

import { PageError, type PageErrorProps } from '#web/console/frame/page-error.tsx'

export default function ErrorPage(props: PageErrorProps) {
  return <PageError {...props} />
}
