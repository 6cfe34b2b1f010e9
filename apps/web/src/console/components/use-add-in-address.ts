'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/** Opens the form of a page for an address with `?add`, as commands of the palette name it. */
export function useAddInAddress(open: () => void): void {
  const router = useRouter()
  const path = usePathname()
  const isAsked = useSearchParams().has('add')
  useEffect(() => {
    if (!isAsked) return
    open()
    router.replace(path)
  })
}
