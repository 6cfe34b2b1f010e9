'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a field, or of an element around fields. Calls `takeOver` with the element when it is hydrated, before
 * the browser paints: until then only the page has what a person typed or chose, and the next render would undo it.
 */
export function useEarlyInput<Field extends Element>(
  takeOver: (element: Field) => void,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useLayoutEffect(() => {
    if (field.current) takeOver(field.current)
  }, [])
  return field
}

/** Returns the ref of a text field. Calls `onText` with a text that was typed before hydration. */
export function useEarlyText<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  onText: (text: string) => void,
): RefObject<Field | null> {
  return useEarlyInput<Field>(({ value, defaultValue }) => {
    if (value !== defaultValue) onText(value)
  })
}

/**
 * Returns the ref of the label of an input for files. Calls `onFile` with a file that was chosen before hydration, and
 * empties the input: React may still hand on the event of that choice, which then has no file.
 */
export function useEarlyFile(onFile: (file: File) => void): RefObject<HTMLLabelElement | null> {
  return useEarlyInput<HTMLLabelElement>(({ control: input }) => {
    if (!(input instanceof HTMLInputElement)) return
    const file = input.files?.[0]
    input.value = ''
    if (file) onFile(file)
  })
}
