import { LIMITS } from '@parley/contract/limits'
import { REFUSAL_TEXTS as texts } from './refusal-texts.ts'

const READABLE =
  /\.((csv|tsv|tab|txt|dat|data|json|geojson|ndjson|jsonl)(\.gz)?|parquet|xlsx|zip|sqlite|sqlite3|db)$/i

/** Kinds of files that users try, with what they can do instead. */
const KNOWN: readonly (readonly [RegExp, 'image' | 'spreadsheet' | 'document'])[] = [
  [/\.(png|jpe?g|gif|webp|svg|heic|bmp|tiff?)$/i, 'image'],
  [/\.(xls|xlsm|xlsb|ods|numbers)$/i, 'spreadsheet'],
  [/\.(pdf|docx?|pptx?|odt|rtf|pages|md|html?)$/i, 'document'],
]

/** Why a file cannot become a data source, as a sentence; null for a file that can be sent. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const known = KNOWN.find(([pattern]) => pattern.test(name))
  if (known) return texts[known[1]]
  if (!READABLE.test(name)) return texts.wrongFormat
  if (size === 0) return texts.empty
  return size > LIMITS.uploadBytes ? texts.tooLarge(LIMITS.uploadBytes / 2 ** 30) : null
}
