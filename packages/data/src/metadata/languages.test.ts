import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryableSource } from '@parley/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMetadataStore, type MetadataStore } from '../index.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'

let folder: string
let store: MetadataStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-languages-test-'))
  store = createMetadataStore({ folder })
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

async function firstFor(question: string, sources: readonly QueryableSource[]): Promise<string | undefined> {
  return (await store.open('ann', sources)).search(question)[0]?.table.name
}

/** Each table has one column of a name and one with a sample value. */
const named = (name: string, column: string, sample = '') =>
  tableOf(name, [], {
    columns: [{ name: column, type: 'text', description: '', samples: sample === '' ? [] : [sample] }],
  })

describe('a question finds names and values', () => {
  test.each([
    ['Chinese', '每个城市的销售额是多少？', named('t1', '销售额'), named('t2', '员工姓名')],
    [
      'Chinese, a value',
      '上海市朝阳区有多少客户？',
      named('t1', 'a', '朝阳区'),
      named('t2', 'b', '浦东新区'),
    ],
    ['Japanese', '都市別の売上高を教えてください', named('t1', '売上高'), named('t2', '社員番号')],
    ['Thai', 'จำนวนลูกค้าในแต่ละจังหวัด', named('t1', 'จังหวัด'), named('t2', 'พนักงาน')],
    ['Korean with a particle', '고객별 주문 금액은?', named('t1', '고객'), named('t2', '직원')],
    [
      'Russian in another case',
      'Сколько заказов у клиентов?',
      named('t1', 'заказы'),
      named('t2', 'сотрудник'),
    ],
    ['Greek', 'Πόσες πωλήσεις ανά πόλη;', named('t1', 'πωλήσεις'), named('t2', 'υπάλληλος')],
    ['Arabic', 'ما هي المبيعات حسب المدينة؟', named('t1', 'المبيعات'), named('t2', 'الموظف')],
    ['Hebrew', 'מכירות לפי עיר', named('t1', 'מכירות'), named('t2', 'עובד')],
    ['Hindi', 'शहर के अनुसार बिक्री', named('t1', 'बिक्री'), named('t2', 'कर्मचारी')],
    [
      'German, without its marks',
      'Wie groß ist jeder Schüler?',
      named('t1', 'schuler_grosse'),
      named('t2', 'lehrer'),
    ],
    [
      'French, without its marks',
      'Prénom de chaque élève',
      named('t1', 'eleve_prenom'),
      named('t2', 'professeur'),
    ],
    ['Polish', 'Ilość łodzi w Łodzi', named('t1', 'a', 'Lodz'), named('t2', 'b', 'Gdansk')],
    ['Turkish', "İstanbul'da kaç müşteri var?", named('t1', 'a', 'Istanbul'), named('t2', 'b', 'Ankara')],
  ])('in %s', async (_language, question, right, wrong) => {
    expect(await firstFor(question, [sourceOf('wrong', [wrong]), sourceOf('right', [right])])).toBe(
      right.name,
    )
  })

  test('with the words of other languages as they are, not cut like English ones', async () => {
    // The English stemmer takes "ées" for an ending when the marks are lost too late.
    const sources = [sourceOf('a', [named('t1', 'número')]), sourceOf('b', [named('t2', 'numeral')])]
    expect(await firstFor('¿Cuál es el número?', sources)).toBe('t1')
  })

  test('with marks in the question or in the name alone', async () => {
    const sources = [sourceOf('a', [named('t1', 'région')]), sourceOf('b', [named('t2', 'regime')])]
    expect(await firstFor('region', sources)).toBe('t1')
  })
})
