import { expect, test } from 'vitest'
import { tableLayout } from './table-layout.ts'

const rowsOf = (text: string) => text.split('\n').map((line) => line.split(','))

test.each<[string, string, number, readonly string[]]>([
  [
    'years above numbers',
    'Country,1960,1961\nAruba,54211,55438\nAfrica,130836765,134159786',
    0,
    ['Country', '1960', '1961'],
  ],
  ['nothing but years', '1960,1961,1962\n5,6,7\n8,9,10', 0, ['1960', '1961', '1962']],
  ['one year', 'Country,2019\nNorway,5.4\nSweden,3.2', 0, ['Country', '2019']],
  ['months above numbers', 'Region,2019-01,2019-02\nA,5,6\nB,7,8', 0, ['Region', '2019-01', '2019-02']],
  ['a count of columns', ',0,1,2\n0,0.5,0.6,0.7\n1,0.5,0.6,0.7', 0, ['', '0', '1', '2']],
  ['empty cells at its end', 'Country,1960,,\nNorway,1,2,3\nSweden,3,4,5', 0, ['Country', '1960', '', '']],
  ['a title above it', 'Report of May\n\na,b,c\n1,2,3\n4,5,6', 2, ['a', 'b', 'c']],
  ['notes in two cells above it', 'Report,,\nDate:,2019-01-01,\n,,\na,b,c\n1,2,3\n4,5,6', 3, ['a', 'b', 'c']],
  ['names that repeat', 'a,a,b\n1,2,3\n4,5,6', 0, ['a', 'a', 'b']],
  ['texts above texts', 'name,city\nBob,Oslo\nAnn,Bergen', 0, ['name', 'city']],
  [
    'more names than values in a row',
    'id,text,note,other\n1,Some words,x\n2,Other words,y',
    0,
    ['id', 'text', 'note', 'other'],
  ],
])('finds a header with %s', (_what, text, skippedRows, names) => {
  expect(tableLayout(rowsOf(text))).toMatchObject({ skippedRows, headerRows: 1, names })
})

test.each<[string, string, readonly string[]]>([
  [
    'quarters below years',
    ',2019,,2020,\nCountry,Q1,Q2,Q1,Q2\nA,1,2,3,4\nB,1,2,3,4',
    ['Country', '2019 / Q1', '2019 / Q2', '2020 / Q1', '2020 / Q2'],
  ],
  [
    'groups above names',
    'Sun,,Moon,\nX,Y,X,Y\n1.5,2.5,3.5,4\n2,3,4,5',
    ['Sun / X', 'Sun / Y', 'Moon / X', 'Moon / Y'],
  ],
  ['units below names', 'Time,Temperature\ns,°C\n1,2\n3,4', ['Time / s', 'Temperature / °C']],
  [
    'a label in the upper row',
    'Day,Travel,,Total\n,Air,Rail,\n2014-04-04,1,2,3\n2014-04-05,3,4,7',
    ['Day', 'Travel / Air', 'Travel / Rail', 'Total'],
  ],
])('joins a header of two rows with %s', (_what, text, names) => {
  expect(tableLayout(rowsOf(text))).toMatchObject({ skippedRows: 0, headerRows: 2, names })
})

test.each([
  ['numbers', '1,2\n3,4\n5,6'],
  ['a text and a number in every row', 'Bob,3\nAnn,4'],
  ['dates', '13/05/2018,1\n14/05/2018,2'],
  ['years among the values', 'Ann,1960,1961\nBob,1970,1980\nEve,1980,1990'],
  ['one row of numbers', '1,2'],
])('finds no header above %s', (_what, text) => {
  expect(tableLayout(rowsOf(text))).toMatchObject({ skippedRows: 0, headerRows: 0, evidence: 'none' })
})

test.each([
  ['a count from 1', 'a,b,c,d\n1,2,3,4\n1,2,3,4\n1,2,3,4.9'],
  ['a count and fractions below', 'a,b,c\n1,2,3\n4,5,6\n7,8,1E-7'],
  ['years', 'id,born,died\n1,1960,1999\n2,7,8\n3,9,10'],
])('keeps a first row of values that is %s', (_what, text) => {
  expect(tableLayout(rowsOf(text))).toMatchObject({ skippedRows: 0, headerRows: 1 })
})

test('takes no values for a header below an empty one', () => {
  expect(tableLayout(rowsOf(',,\n123,TEST3,text1\n345,TEST3,text2'))).toMatchObject({ headerRows: 0 })
})

test('does not take a word among the first numbers for a second header row', () => {
  const text = 'name,score\nannual,absent\nBob,3\nAnn,4\nEve,5'
  expect(tableLayout(rowsOf(text))).toMatchObject({ headerRows: 1, names: ['name', 'score'] })
})

test('says that a header of texts above like texts is doubtful', () => {
  expect(tableLayout(rowsOf('Bob,Oslo\nAnn,Rome\nEve,Bonn\nAnn,Rome\nZoe,Rome')).evidence).toBe('doubtful')
})
