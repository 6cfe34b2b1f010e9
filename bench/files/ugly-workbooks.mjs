import { about, column, filled, one, sheetRows, sum } from './ugly-questions.mjs'

const dayOfSerial = (serial) => new Date((serial - 25_569) * 86_400_000).toISOString()
const days = (values) =>
  filled(values).map((day) => (typeof day === 'number' ? dayOfSerial(day) : new Date(day).toISOString()))

/** Ugly workbooks; questions as in ugly-texts.mjs. */
export const UGLY_WORKBOOKS = [
  {
    repository: 'sfirke/janitor',
    commit: '7eaa06dc283934571ac8fe7cc68e0c63ab130cdb',
    path: 'dirty_data.xlsx',
    form: 'a note above the header, dates as numbers, two columns of one name, an empty column',
    questions: [
      one('count(*) FROM t', () => 12),
      one('sum({6}) FROM t', async (bytes) =>
        sum(filled(column(await sheetRows(bytes, { from: 3 }), 6)).filter(Number.isFinite)),
      ),
      one(
        'min({5}) FROM t',
        async (bytes) =>
          days(column(await sheetRows(bytes, { from: 3 }), 5))
            .toSorted()[0]
            .slice(0, 10),
        { doubt: /Hire_Date .*dates or times and .* numbers/ },
      ),
    ],
  },
  {
    repository: 'DJCordhose/big-data-visualization',
    commit: '8161ab9d6eda3c400832b3e7085989da7993655e',
    path: 'data/Daten_fuer_die_Stadtteilprofile_2014.xlsx',
    form: 'a title, a header of three merged rows, points for no value',
    questions: [
      ...about((bytes) => sheetRows(bytes, { from: 5 }), 2),
      ...about((bytes) => sheetRows(bytes, { from: 5 }), 54, { missing: ['.', ''] }),
    ],
  },
  {
    repository: 'openelections/openelections-sources-in',
    commit: 'abd20de63dba42bc0bda5ed15dffd4d39324a960',
    path: '2018/primary/MARION.xlsx',
    form: 'a header of three rows, a total in the last row',
    questions: [
      one('sum({2}) FROM t', async (bytes) => sum(column(await sheetRows(bytes, { from: 4, to: -1 }), 2)), {
        doubt: /look like totals/,
      }),
      one("sum({2}) FROM t WHERE {1} LIKE '01-%'", async (bytes) =>
        sum(
          (await sheetRows(bytes, { from: 4 })).flatMap((row) =>
            String(row[0]).startsWith('01-') ? [row[1]] : [],
          ),
        ),
      ),
      one('min({3}) FROM t', async (bytes) => Math.min(...column(await sheetRows(bytes, { from: 4 }), 3))),
    ],
  },
  {
    repository: 'openelections/openelections-sources-ma',
    commit: '30429be7aecb823e24365fb7835fdd307b0b603d',
    path: '2016/2016_ma_braintree.xlsx',
    form: 'twenty sheets, some with titles and headers of two rows, totals below',
    questions: [
      one(
        'sum({2}) FROM t',
        async (bytes) => sum(column(await sheetRows(bytes, { sheet: 1, from: 2, to: -1 }), 2)),
        {
          table: 1,
          doubt: /look like totals/,
        },
      ),
      one(
        "sum({3}) FROM t WHERE {1} <> 'Total:'",
        async (bytes) => sum(column(await sheetRows(bytes, { sheet: 1, from: 2, to: -1 }), 3)),
        { table: 1 },
      ),
      one(
        "sum({5}) FROM t WHERE {1} <> 'Total:'",
        async (bytes) => sum(column(await sheetRows(bytes, { sheet: 2, from: 4, to: -1 }), 5)),
        { table: 2 },
      ),
    ],
  },
  {
    repository: 'tidyverse/readxl',
    commit: '47f8aeac0a99eee6c6db2d64ead2225e5e3ae4af',
    path: 'inst/extdata/deaths.xlsx',
    form: 'four rows of notes of several cells above the header, four below the table',
    questions: [
      one('max(TRY_CAST({3} AS BIGINT)) FROM t', async (bytes) =>
        Math.max(...column(await sheetRows(bytes, { from: 6, to: 15 }), 3)),
      ),
      one('sum({3}) FROM t', async (bytes) => sum(column(await sheetRows(bytes, { from: 6, to: 15 }), 3)), {
        doubt: /Age .*Kept as text/,
      }),
    ],
  },
  {
    repository: 'datacarpentry/spreadsheet-ecology-lesson',
    commit: '9b7e7d6ae47bf04f96006d5606108700fd738e4a',
    path: 'episodes/data/survey_sorting_exercise.xlsx',
    form: 'weights such as 33g among numbers',
    questions: [
      ...about((bytes) => sheetRows(bytes, { from: 2 }), 4).slice(0, 3),
      one(
        'max({6}) FROM t',
        async (bytes) =>
          Math.max(
            ...filled(column(await sheetRows(bytes, { from: 2 }), 6)).map((weight) =>
              Number.parseFloat(weight),
            ),
          ),
        {
          doubt: /Weight_grams .*hold text/,
        },
      ),
    ],
  },
]
