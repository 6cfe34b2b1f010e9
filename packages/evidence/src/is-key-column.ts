import type { TableColumn } from './result-table.ts'

/** Words of columns that name rows, of which nothing is calculated or said to be the highest. */
const KEY = /^(?:id|key|no|nr|code|year|month|quarter|week|day|rank|date)$/

/** Whether a column names its rows, such as an id or a year. */
export function isKeyColumn({ words }: Pick<TableColumn, 'words'>): boolean {
  return words.some((word) => KEY.test(word))
}
