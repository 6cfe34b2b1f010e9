import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** Encodes a text of one-byte and two-byte characters by trying them, because Node only decodes most encodings. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const codes = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const character = decoder.decode(Buffer.from(bytes))
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, bytes)
    } catch {
      // These bytes are no character.
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 255; first++)
    for (let second = 0x40; second < 255; second++) add([first, second])
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? []))
}

async function read(content: Uint8Array) {
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format: 'csv', content })
  const { notes = [], settings } = tables[0]?.reading ?? {}
  const texts = (tables[0]?.columns ?? []).flatMap(({ type, samples }) => (type === 'VARCHAR' ? samples : []))
  return {
    values: texts.toSorted(),
    names: tables[0]?.columns.map(({ name }) => name),
    encoding: settings?.encoding,
    notes: notes.filter(({ kind }) => kind === 'encoding').map(({ text }) => text),
  }
}

test.each<[string, string, readonly string[]]>([
  ['windows-1251', 'город,население', ['Москва', 'Новосибирск', 'Санкт-Петербург']],
  ['koi8-r', 'город,население', ['Казань', 'Москва', 'Новосибирск']],
  ['shift_jis', '都市,人口', ['大阪市', '東京都', '横浜市']],
  ['gb18030', '城市,人口', ['上海市', '北京市', '广州市']],
  ['big5', '城市,人口', ['臺中市', '臺北市', '高雄市']],
  ['euc-kr', '도시,인구', ['대구', '부산', '서울']],
  ['windows-1250', 'miasto,ludność', ['Gdańsk', 'Kraków', 'Łódź']],
  ['windows-1253', 'πόλη,πληθυσμός', ['Αθήνα', 'Θεσσαλονίκη', 'Πάτρα']],
  ['windows-1252', 'Stadt,Einwohner', ['Düsseldorf', 'Köln', 'München']],
])('a file in %s is read by its letters, and the report says so', async (encoding, header, values) => {
  const text = `${header}\n${values.map((value, index) => `${value},${index + 1000}\n`).join('')}`
  const found = await read(encode(text, encoding))
  expect(found).toMatchObject({ values: values.toSorted(), names: header.split(',') })
  expect(found.notes.join(' ')).toContain(`by its letters it was read as ${found.encoding}`)
})

test('a file in EUC-JP with kana is read by its letters', async () => {
  const values = ['さくら食堂', 'すし太郎', 'カレーの店']
  const text = `店名,席数\n${values.map((value, index) => `${value},${index + 10}\n`).join('')}`
  expect(await read(encode(text, 'euc-jp'))).toMatchObject({ values: values.toSorted(), encoding: 'euc-jp' })
})

test.each(['utf-16le', 'utf-16be'])('a file in %s without a mark is found by its zeros', async (encoding) => {
  const bytes = Buffer.from('name,n\ncafé,1\nŁódź,2\n', 'utf16le')
  const found = await read(encoding === 'utf-16be' ? bytes.swap16() : bytes)
  expect(found).toEqual({
    values: ['café', 'Łódź'],
    names: ['name', 'n'],
    encoding,
    notes: [`The file does not state its encoding; it was read as ${encoding}.`],
  })
})

test('a file in UTF-8 with one damaged byte stays UTF-8', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `Málaga ${index},${index}\n`).join('')
  const bytes = Buffer.concat([Buffer.from(`name,n\n${lines}`), Buffer.from([0x78, 0xff, 0x2c, 0x39, 0x0a])])
  const { encoding, notes, names } = await read(bytes)
  expect({ encoding, names }).toEqual({ encoding: 'utf-8', names: ['name', 'n'] })
  expect(notes).toEqual(['The file is UTF-8 with a few bytes that are no characters; they were read as �.'])
})

test('letters beyond the first pieces of a large file are seen', async () => {
  const plain = 'plain,1\n'.repeat(50_000)
  const { encoding } = await read(Buffer.from(`name,n\n${plain}M\u00fcnchen,2\n`, 'latin1'))
  expect(encoding).toBe('windows-1252')
})

test.each(['não', 'Besançon', 'señal', 'Zoë'])(
  'one letter with an accent, as in %s, is of the West',
  async (word) => {
    const rows = Array.from({ length: 40 }, (_, index) => `word ${index},${index}\n`).join('')
    const { tables } = await ingestFile({
      ...workshop,
      ownerId: 'ann',
      name: 'x',
      format: 'csv',
      content: Buffer.from(`word,n\n${rows}${word},7\n`, 'latin1'),
    })
    expect(tables[0]?.reading?.settings.encoding).toBe('windows-1252')
  },
)
