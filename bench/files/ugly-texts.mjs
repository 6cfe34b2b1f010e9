import { about, column, filled, latin, one, plain, rowsOf, sum, text } from './ugly-questions.mjs'

// Each question has a statement, in which {3} is the third column of the table, and code that computes the same number
// from the bytes of the file. The code was written for this one file, after a look at it.

const bikes = (bytes) => rowsOf(latin(bytes), ';')
const euro = (bytes) => rowsOf(text(bytes))
const wind = (bytes) =>
  text(bytes)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
const csv = (bytes) => rowsOf(text(bytes))
const towns = (bytes) => rowsOf(text(bytes), ';')
const german = (value) => Number(String(value).replace(/\s/g, '').replace(',', '.'))
const users = (bytes) =>
  text(bytes)
    .trim()
    .split('\n')
    .map((line) => line.split('::'))
const anomalies = (bytes) =>
  text(bytes)
    .split(/\r\n|\n|\r/)
    .map((line) => line.split(','))
    .filter(([year]) => /^\d{4}$/.test(year))
const provinces = (bytes) => csv(bytes).filter(([number]) => /^\d+$/.test(number))
const iso = (pattern) => (value) => {
  const [, a, b, c] = pattern.exec(value)
  return [c.padStart(4, '20'), a.padStart(2, '0'), b.padStart(2, '0')].join('-')
}
const monthFirst = iso(/^(\d+)\/(\d+)\/(\d{4})/)
const latest = (values) => values.toSorted().at(-1)
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const bankDay = (value) => {
  const [day, month, year] = value.split('-')
  return `20${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Ugly delimited files. */
export const UGLY_TEXTS = [
  {
    repository: 'jvns/pandas-cookbook',
    commit: '69d3389e4d9fee6dcf8e59e4c91397e81da79163',
    path: 'cookbook/data/bikes.csv',
    form: 'Latin-1, semicolons, dd/mm/yyyy, most rows one value short',
    questions: [
      ...about(bikes, 2),
      one("sum({2}) FROM t WHERE {1} BETWEEN DATE '2012-06-01' AND DATE '2012-06-30'", (bytes) =>
        sum(bikes(bytes).flatMap(([day, count]) => (day.slice(3) === '06/2012' ? [Number(count)] : []))),
      ),
    ],
  },
  {
    repository: 'guipsamora/pandas_exercises',
    commit: 'daf0fd2c7c34724aba5b7ec6006aaf9873a2913b',
    path: '02_Filtering_&_Sorting/Euro12/Euro_2012_stats_TEAM.csv',
    form: 'percent signs, a column name that begins with one',
    questions: [
      ...about(euro, 5),
      ...about(euro, 2),
      one('sum({2}) FROM t WHERE {5} > 50', (bytes) =>
        sum(euro(bytes).flatMap((row) => (plain(row[4]) > 50 ? [Number(row[1])] : []))),
      ),
    ],
  },
  {
    repository: 'guipsamora/pandas_exercises',
    commit: 'daf0fd2c7c34724aba5b7ec6006aaf9873a2913b',
    path: '06_Stats/Wind_Stats/wind.data',
    form: 'columns aligned by blanks, NaN for no value, ending .data',
    questions: [
      ...about(wind, 4, { missing: ['NaN'], doubt: /one column/ }),
      one('count(*) FROM t', (bytes) => wind(bytes).length),
    ],
  },
  {
    repository: 'hadley/tidy-data',
    commit: '5623c7a302977e8c88f623a08556d5c08e940d8c',
    path: 'data/billboard.csv',
    form: 'no stated encoding, quoted numbers beside plain ones, NA, columns of weeks',
    questions: [
      ...about((bytes) => rowsOf(latin(bytes)), 9, { missing: ['NA', ''] }),
      ...about((bytes) => rowsOf(latin(bytes)), 30, { missing: ['NA', ''] }),
      one('max({4}) FROM t', (bytes) => latest(column(rowsOf(latin(bytes)), 4)), {
        doubt: /^time .*as text/,
      }),
    ],
  },
  {
    repository: 'hadley/tidy-data',
    commit: '5623c7a302977e8c88f623a08556d5c08e940d8c',
    path: 'data/tb.csv',
    form: 'the country code NA among codes, mostly empty columns of numbers',
    questions: [
      ...about(csv, 6),
      one("count(*) FROM t WHERE {1} = 'NA'", (bytes) => csv(bytes).filter(([code]) => code === 'NA').length),
    ],
  },
  {
    repository: 'chendaniely/pandas_for_everyone',
    commit: '14821466576a77fd9b037e8ab2d8159899865cb1',
    path: 'data/banklist.csv',
    form: 'dates such as 26-May-17',
    questions: [
      one('max({6}) FROM t', (bytes) => latest(column(csv(bytes), 6).map(bankDay))),
      one('min({6}) FROM t', (bytes) => column(csv(bytes), 6).map(bankDay).toSorted()[0]),
      one(
        'count(*) FROM t WHERE year({6}) = 2010',
        (bytes) => column(csv(bytes), 6).filter((day) => day.endsWith('-10')).length,
      ),
      one(
        "count(*) FROM t WHERE {3} = 'GA'",
        (bytes) => column(csv(bytes), 3).filter((code) => code === 'GA').length,
      ),
    ],
  },
  {
    repository: 'chendaniely/pandas_for_everyone',
    commit: '14821466576a77fd9b037e8ab2d8159899865cb1',
    path: 'data/country_timeseries.csv',
    form: 'm/d/yyyy, many empty values',
    questions: [
      ...about(csv, 3),
      one('max({1}) FROM t', (bytes) => latest(column(csv(bytes), 1).map(monthFirst))),
      one('sum({11}) FROM t WHERE month({1}) = 10', (bytes) =>
        sum(csv(bytes).flatMap((row) => (row[0].startsWith('10/') ? [Number(row[10])] : []))),
      ),
    ],
  },
  {
    repository: 'chendaniely/pandas_for_everyone',
    commit: '14821466576a77fd9b037e8ab2d8159899865cb1',
    path: 'data/acs_ny.csv',
    form: 'numbers with leading zeros',
    questions: [
      ...about(csv, 9),
      one('sum({6}) FROM t', (bytes) => sum(column(csv(bytes), 6).map(Number)), {
        doubt: /NumPeople .*Kept as text/,
      }),
      one('sum(CAST({6} AS BIGINT)) FROM t', (bytes) => sum(column(csv(bytes), 6).map(Number))),
      one('max(CAST({2} AS BIGINT)) FROM t', (bytes) => Math.max(...column(csv(bytes), 2).map(Number))),
    ],
  },
  {
    repository: 'DJCordhose/big-data-visualization',
    commit: '8161ab9d6eda3c400832b3e7085989da7993655e',
    path: 'data/Daten_fuer_die_Stadtteilprofile_2014.csv',
    form: 'decimal commas, blanks between thousands, points for no value, a minus with blanks behind it',
    questions: [
      ...about(towns, 2, { read: german }),
      ...about(towns, 4, { read: german }),
      ...about(towns, 29, { read: german, missing: ['-', ''] }),
      one('sum({2}) FROM t WHERE {8} > 30', (bytes) =>
        sum(towns(bytes).flatMap((row) => (german(row[7]) > 30 ? [german(row[1])] : []))),
      ),
    ],
  },
  {
    repository: 'openelections/openelections-sources-in',
    commit: 'abd20de63dba42bc0bda5ed15dffd4d39324a960',
    path: '2024/general/2024 Wayne County, IN precinct-level results.csv',
    form: 'empty columns without names, percent signs',
    questions: [
      one('sum({9}) FROM t', (bytes) => sum(column(csv(bytes), 13).map(plain))),
      one('max({10}) FROM t', (bytes) => Math.max(...column(csv(bytes), 14).map(plain))),
      one("sum({9}) FROM t WHERE {2} = 'REP'", (bytes) =>
        sum(csv(bytes).flatMap((row) => (row[1] === 'REP' ? [plain(row[12])] : []))),
      ),
      one('count(*) FROM t', (bytes) => csv(bytes).length),
    ],
  },
  {
    repository: 'justmarkham/DAT8',
    commit: 'ff04af83e8ac1409cd86f3cb3524e4141644c5a1',
    path: 'data/chipotle.tsv',
    form: 'tabs, dollar signs with a blank behind the amount',
    questions: [
      ...about((bytes) => rowsOf(text(bytes), '\t'), 5),
      one("sum({5}) FROM t WHERE {3} = 'Izze'", (bytes) =>
        sum(rowsOf(text(bytes), '\t').flatMap((row) => (row[2] === 'Izze' ? [plain(row[4])] : []))),
      ),
    ],
  },
  {
    repository: 'justmarkham/DAT8',
    commit: 'ff04af83e8ac1409cd86f3cb3524e4141644c5a1',
    path: 'data/ufo.csv',
    form: 'm/d/yyyy h:mm',
    questions: [
      one('count(*) FROM t', (bytes) => csv(bytes).length),
      one('max({5}) FROM t', (bytes) => latest(column(csv(bytes), 5).map(monthFirst))),
      one(
        "count(*) FROM t WHERE year({5}) = 2000 AND {4} = 'CA'",
        (bytes) =>
          csv(bytes).filter((row) => row[3] === 'CA' && monthFirst(row[4]).startsWith('2000')).length,
      ),
    ],
  },
  {
    repository: 'wesm/pydata-book',
    commit: 'd86d8056fa17b180e2a7dc1d9ae1cfb830967d50',
    path: 'datasets/movielens/users.dat',
    form: 'two colons between values, no header, ending .dat',
    questions: [
      ...about(users, 3),
      one("count(*) FROM t WHERE {2} = 'F'", (bytes) => users(bytes).filter(([, sex]) => sex === 'F').length),
    ],
  },
  {
    repository: 'wesm/pydata-book',
    commit: 'd86d8056fa17b180e2a7dc1d9ae1cfb830967d50',
    path: 'datasets/haiti/Haiti.csv',
    form: 'dd/mm/yyyy hh:mm, line breaks and quotes in texts',
    questions: [
      one('count(*) FROM t', (bytes) => csv(bytes).length),
      ...about(csv, 7),
      one(
        'count(*) FROM t WHERE month({3}) = 2',
        (bytes) => column(csv(bytes), 3).filter((day) => day.slice(3, 5) === '02').length,
      ),
    ],
  },
  {
    repository: 'openelections/openelections-sources-ma',
    commit: '30429be7aecb823e24365fb7835fdd307b0b603d',
    path: 'PD43+__2016_President_General_Election_including_precincts.csv',
    form: 'commas between thousands, a total in the last row',
    questions: [
      one('sum({4}) FROM t', (bytes) => sum(column(csv(bytes).slice(0, -1), 4).map(plain)), {
        doubt: /look like totals/,
      }),
      one("sum({4}) FROM t WHERE {1} <> 'TOTALS'", (bytes) =>
        sum(column(csv(bytes).slice(0, -1), 4).map(plain)),
      ),
      one("sum({14}) FROM t WHERE {1} = 'Boston'", (bytes) =>
        sum(csv(bytes).flatMap((row) => (row[0] === 'Boston' ? [plain(row[13])] : []))),
      ),
      one('min({14}) FROM t', (bytes) => Math.min(...column(csv(bytes), 14).map(plain))),
    ],
  },
  {
    repository: 'jokecamp/FootballData',
    commit: '53a64a101e064879bade9458bdaf7a76662a7523',
    path: 'FootyStats/england-premier-league-matches-2018-to-2019-stats.csv',
    form: "times such as Aug 10 2018 - 7:00pm, minutes such as 90'2 in quotes",
    questions: [
      ...about(csv, 4),
      one('min({2}) FROM t', () => '2018-08-10 19:00'),
      one(
        'count(*) FROM t WHERE month({2}) = 12',
        (bytes) => column(csv(bytes), 2).filter((day) => day.startsWith('Dec')).length,
      ),
    ],
  },
  {
    repository: 'okfn/messytables',
    commit: '3366a08e06ca19abcdb6c624069e1d28414a3363',
    path: 'horror/mixedGLB.csv',
    form: 'two titles, carriage returns alone, asterisks for no value',
    questions: [
      ...about(anomalies, 2),
      ...about(anomalies, 7, { missing: ['*****'] }),
      one('sum({2}) FROM t WHERE {1} >= 2000', (bytes) =>
        sum(anomalies(bytes).flatMap((row) => (Number(row[0]) >= 2000 ? [Number(row[1])] : []))),
      ),
    ],
  },
  {
    repository: 'okfn/messytables',
    commit: '3366a08e06ca19abcdb6c624069e1d28414a3363',
    path: 'horror/begrotingsanalyse-2011.csv',
    form: 'titles, a header of four rows, blanks and commas between thousands in one column',
    questions: [
      one('sum({3}) FROM t', (bytes) => sum(filled(column(provinces(bytes), 3)).map(plain)), {
        doubt: /Groningen .*Kept as text/,
      }),
      one('sum({5}) FROM t', (bytes) => sum(filled(column(provinces(bytes), 5)).map(plain)), {
        doubt: /Drenthe .*Kept as text/,
      }),
      one('max({1}) FROM t', (bytes) => Math.max(...column(provinces(bytes), 1).map(Number))),
    ],
  },
]
