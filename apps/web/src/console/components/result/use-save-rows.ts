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
 * Saves every row of a result as a file. The service runs the statement again and streams the rows; CSV of rows that
 * are all at hand needs no service. Rows without a statement are saved as CSV only.
 */
export function useSaveRows({ title, rows, columns, sql, isCut }: ResultView): SaveRows {
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const name = fileNameFor(title, format)
      if (format === 'csv' && !isCut) return saveText(name, 'text/csv', toCsv(rows, columns))
      if (sql !== null) await saveResult(sql, { format, name })
    },
  })
  const formats = sql === null ? EXPORT_FORMATS.slice(0, 1) : EXPORT_FORMATS
  return { formats, start: mutate, isPending, isError, error }
}
