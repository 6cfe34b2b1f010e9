import { test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { ingestFile, type FileFormat } from './index.ts'
import { makeWorkbook, makeZip } from './testing/workbook.ts'
import { openWorkshop } from './testing/workshop.ts'
test('probe', async () => {
  const w = await openWorkshop()
  const count = async () => (await readdir(w.folder, { recursive: true })).filter(n => n !== 'incoming' && !n.startsWith('datasets')).length
  const go = async (label: string, format: FileFormat, content: string | Uint8Array) => {
    const t = performance.now()
    let out: string
    try {
      const { tables } = await ingestFile({ ...w, ownerId: 'o', name: 'x', format, content: typeof content === 'string' ? Buffer.from(content) : content })
      out = 'OK ' + tables.slice(0, 3).map((x) => `${x.name} rows=${x.rowCount} cols=${x.columns.length} [${x.columns.slice(0, 6).map((c) => `${c.name}:${c.type}:${c.samples.slice(0, 3).join('/')}`).join(' | ').slice(0, 260)}]`).join(' ;; ')
    } catch (e) { out = 'NO ' + (e as any).code + ': ' + (e as Error).message + (process.env.CAUSE ? ' CAUSE ' + String((e as any).cause).slice(0, 300) : '') }
    console.log(`${label} (${format}) ${(performance.now() - t).toFixed(0)}ms left=${await count()} => ${out}`)
  }
  const u16be = (s: string) => { const b = Buffer.from('\ufeff' + s, 'utf16le'); return b.swap16() }
  await go('header only', 'csv', 'a,b\n')
  await go('newline only', 'csv', '\n\n\n')
  await go('spaces', 'csv', '   ')
  await go('cr only', 'csv', 'a,b\r1,2\r3,4\r')
  await go('crlf', 'csv', 'a,b\r\n1,2\r\n')
  await go('mixed eol', 'csv', 'a,b\r\n1,2\n3,4\r5,6\n')
  await go('utf16be', 'csv', u16be('name,x\ncafé,1\n'))
  await go('utf16le no bom', 'csv', Buffer.from('name,x\ncafé,1\n', 'utf16le'))
  await go('utf32', 'csv', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0, 10, 0, 0, 0, 0x31, 0, 0, 0]))
  await go('gz', 'csv', gzipSync('a,b\n1,2\n'))
  await go('zip', 'csv', makeZip([{ name: 'a', content: Buffer.from('a,b') }]))
  await go('xlsx as csv', 'csv', makeWorkbook({ A: [['x'], [1]] }))
  await go('leading zeros', 'csv', 'zip,phone,big\n01234,+4712345678,123456789012345678901234567890\n98765,004712345678,1\n')
  await go('numbers with spaces/commas', 'csv', 'a;b;c\n1 234,5;1.234,50;1,5\n2 000,0;2.000,00;2,5\n')
  await go('us thousands', 'csv', 'a,b\n"1,234.5",$5\n"2,000",$6\n')
  await go('bools dates', 'csv', 'a,b,c,d\ntrue,31.12.2024,12/31/2024,2024-12-31T10:00:00Z\nfalse,01.02.2024,02/13/2024,2024-01-01T00:00:00Z\n')
  await go('blank header', 'csv', 'a,,c,\n1,2,3,4\n')
  await go('dup header', 'csv', 'a,a,A\n1,2,3\n')
  await go('unclosed quote first', 'csv', 'a,b\n"1,2\n' + '3,4\n'.repeat(1000))
  await go('multiline', 'csv', 'a,b\n"x\ny",2\n"z",3\n')
  await go('nul inside', 'csv', 'a,b\n1\0,2\n')
  await go('no header numbers', 'csv', '1,2\n3,4\n5,6\n')
  await go('html', 'csv', '<!doctype html><html><body><p>Login</p></body></html>')
  await go('html as json', 'json', '<!doctype html><html><body><p>Login</p></body></html>')
  await go('trailing delimiter', 'csv', 'a,b,\n1,2,\n3,4,\n')
  await go('trailing summary', 'csv', 'a,b\n1,2\n3,4\nTotal: 2 rows\n')
  await go('sep line', 'csv', 'sep=;\na;b\n1;2\n')
  await go('50MB line', 'csv', 'a,b\n' + 'x'.repeat(50_000_000) + ',1\n')
  await go('2000 columns', 'csv', Array.from({ length: 2000 }, (_, i) => `c${i}`).join(',') + '\n' + (Array.from({ length: 2000 }, (_, i) => i).join(',') + '\n').repeat(200))
  await go('2001 columns', 'csv', Array.from({ length: 2001 }, (_, i) => `c${i}`).join(',') + '\n')
  await go('long header', 'csv', 'a'.repeat(5000) + ',b\n1,2\n')
  await go('tsv spaces', 'tsv', 'a b\n1 2\n')
  await go('json scalar', 'json', '42')
  await go('json object only', 'json', '{"a":1,"b":{"c":2}}')
  await go('json empty array', 'json', '[]')
  await go('json array of arrays', 'json', '[[1,2],[3,4]]')
  await go('json scalars', 'json', '[1,2,3]')
  await go('json mixed', 'json', '[{"a":1},{"a":"x"},{"a":[1]},{"a":{"b":1}}]')
  await go('json with null records', 'json', '[{"a":1},null,{"a":2}]')
  await go('json dup keys', 'json', '[{"a":1,"a":2},{"A":3}]')
  await go('json NaN', 'json', '[{"a":NaN}]')
  await go('json big', 'json', '[{"a":9007199254740993,"b":1.10000000000000000001,"c":123456789012345678901234567890}]')
  await go('json bom', 'json', '\ufeff[{"a":1}]')
  await go('json utf16', 'json', Buffer.from('\ufeff[{"a":"é"}]', 'utf16le'))
  await go('json latin1', 'json', Buffer.from('[{"a":"caf\xe9"}]', 'latin1'))
  await go('ndjson blank', 'ndjson', '{"a":1}\n\n\n{"a":2}\n')
  await go('ndjson trailing comma', 'ndjson', '{"a":1},\n{"a":2},\n')
  await go('ndjson of arrays', 'ndjson', '[1,2]\n[3,4]\n')
  await go('ndjson cut', 'ndjson', '{"a":1}\n{"a":2')
  await go('distinct keys', 'ndjson', Array.from({ length: 30000 }, (_, i) => `{"k${i}":1}`).join('\n'))
  await go('deep 64', 'json', `[${'{"a":'.repeat(62)}1${'}'.repeat(62)}]`)
  await go('deep objects bomb', 'json', `[${'{"a":'.repeat(100000)}1${'}'.repeat(100000)}]`)
  await go('deep in ndjson', 'ndjson', `{"a":${'['.repeat(100000)}${']'.repeat(100000)}}\n`)
  await go('wide nested', 'json', `[{"a":{${Array.from({ length: 30000 }, (_, i) => `"k${i}":{"x":1}`).join(',')}}}]`)
  await go('100MB string', 'json', `[{"a":"${'x'.repeat(100_000_000)}"}]`)
  await w.close()
}, 900000)
