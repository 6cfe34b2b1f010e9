'use client'

import { useMutation } from '@tanstack/react-query'
import type { ResultView } from './result-view.ts'
import { fileNameFor } from './save-image.ts'
import { EXPORT_FORMATS, type ExportFormat, saveResult } from './save-result.ts'
import { saveText, toCsv } from './save-text.ts'

/** Saves all rows of a result. */
export type SaveRows = {
  readonly formats: readonly ExportFormat[]
  readonly start: (format: ExportFormat) => void
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
}

/**
 * Saves every row of a result as a file. The service runs the statement again, records the export and streams the rows.
 * Rows without a statement are those of the page, and the browser saves them as CSV only.
 */
export function useSaveRows({ title, rows, columns, sql }: ResultView): SaveRows {
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const name = fileNameFor(title, format)
      if (sql === null) saveText(name, 'text/csv', toCsv(rows, columns))
      else await saveResult(sql, { format, name })
    },
  })
  const formats = sql === null ? EXPORT_FORMATS.slice(0, 1) : EXPORT_FORMATS
  return { formats, start: mutate, isPending, isError, error }
}
