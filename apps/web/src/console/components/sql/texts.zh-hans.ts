import type { SQL_TEXTS } from './texts.ts'

/** The words of the SQL editor and of results, in Chinese. */
export const SQL_ZH_HANS: typeof SQL_TEXTS = {
  changes: '语句的改动',
  editor: 'SQL 语句',
  placeholder: 'SELECT …',
  run: '运行',
  hint: '按 Ctrl 或 ⌘ + Enter 运行。',
  failed: '语句执行失败',
  result: '结果',
}
