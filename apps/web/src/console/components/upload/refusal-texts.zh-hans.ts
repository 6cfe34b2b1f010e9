import type { REFUSAL_TEXTS } from './refusal-texts.ts'

/** Why a file is refused, in Chinese. */
export const REFUSAL_ZH_HANS: typeof REFUSAL_TEXTS = {
  image:
    '无法读取此文件。图片请以 PNG、JPEG、GIF 或 WebP 格式添加到问题中，数据请使用 CSV、Excel、JSON 或 Parquet。',
  spreadsheet: '无法读取这种电子表格。请另存为 Excel 工作簿（xlsx）或 CSV 后再添加。',
  document: '文档无法作为数据读取。请把文字粘贴到问题中，或将表格以 CSV 或 Excel 添加。',
  empty: '文件是空的，请选择至少有一行数据的文件。',
  tooLarge: (gigabytes) => `文件超过 ${gigabytes} GB。请拆分文件，或直接连接数据所在的数据库。`,
  wrongFormat:
    '无法读取这种文件。请使用 CSV、TSV、JSON、NDJSON、GeoJSON、Parquet、Excel（xlsx）、SQLite，或包含这些文件的 ZIP 压缩包。',
}
