const MISSING = new Set([
  'na',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  'nan',
  '-',
  '--',
  '–',
  '—',
  '.',
  '..',
  '...',
  '…',
  '\\n',
])
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** What a cell means, from its text alone: the same for 1,234.50 and 1234.5, 31/01/2024 and 2024-01-31, 12:30 and 12:30:00. */
export function meaning(cell, isDayFirst) {
  const text = inUtc(String(cell).replace(/\s+/g, ' ').trim())
  if (MISSING.has(text.toLowerCase())) return ''
  if (/^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text)) return `time${clockOf(text)}`
  return dateOf(text, isDayFirst) ?? numberOf(text) ?? text.toLowerCase()
}

/** Converts a moment with an offset to UTC. */
function inUtc(text) {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)? ?([+-]\d{2})(?::?(\d{2}))?$/.exec(
    text,
  )
  if (!found) return text
  const moment = new Date(`${found[1]}T${found[2]}${found[4]}:${found[5] ?? '00'}`)
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString().replace('.000Z', found[3] ?? '')
}

function numberOf(text) {
  const isNegative = /^\(.*\)$|-$/.test(text) || /^[^\d]*-/.test(text)
  const digits = text
    .replace(/^[(]|[)]$/g, '')
    .replace(/[\p{Sc}%\s]|^[+-]|-$/gu, '')
    .replace(/^[+-]/, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)
    ? digits.replaceAll(',', '')
    : digits.replace(/^(\d+),(\d+)$/, '$1.$2')
  if (!/^(0|[1-9]\d*)?(\.\d*)?(e[+-]?\d+)?$/i.test(plain) || !/\d/.test(plain)) return null
  if (/^\d{16,}$/.test(plain)) return isNegative ? `-${plain}` : plain
  return String((isNegative ? -1 : 1) * Number(plain))
}

function dateOf(text, isDayFirst) {
  const [date, clock] = /^(.*?)(?:[T ,]+(\d{1,2}:\d{2}.*))?$/.exec(text).slice(1)
  const parts = partsOf(date, isDayFirst)
  if (!parts) return null
  const [year, month, day] = parts
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${year}-${month}-${day}${clockOf(clock)}`
}

function partsOf(date, isDayFirst) {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date)
  if (iso) return iso.slice(1).map(Number)
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(date)
  if (numbers) {
    const [a, b, year] = numbers.slice(1).map(Number)
    return [fullYear(year), isDayFirst ? b : a, isDayFirst ? a : b]
  }
  const wordFirst = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4}|\d{2})$/i.exec(date)
  const first = wordFirst ? MONTHS.indexOf(wordFirst[1].toLowerCase()) + 1 : 0
  if (first > 0) return [fullYear(Number(wordFirst[3])), first, Number(wordFirst[2])]
  const words = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4}|\d{2})$/i.exec(date)
  const month = words ? MONTHS.indexOf(words[2].toLowerCase()) + 1 : 0
  return month > 0 ? [fullYear(Number(words[3])), month, Number(words[1])] : null
}

function fullYear(year) {
  if (year > 99) return year
  return year < 69 ? 2000 + year : 1900 + year
}

function clockOf(clock) {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?: ?([ap])m)?/i.exec(clock ?? '')
  if (!found) return ''
  const half = found[5]?.toLowerCase()
  const hour = half ? (Number(found[1]) % 12) + (half === 'p' ? 12 : 0) : Number(found[1])
  const second = Number(found[3] ?? 0) + Number(found[4] ?? 0)
  const isMidnight = hour === 0 && Number(found[2]) === 0 && second === 0
  return isMidnight ? '' : ` ${hour}:${found[2]}:${second}`
}
