import { expect, test } from 'vitest'
import {
  changeSql,
  closeTab,
  emptyNotebook,
  forgetStatement,
  openStatement,
  openTabOf,
  rememberStatement,
  saveStatement,
  titleOf,
} from './sql-notebook.ts'

test('a statement opens in an empty tab, and in a new one when the open tab has text', () => {
  const first = openStatement(emptyNotebook(), 'SELECT 1')
  expect(first.tabs).toEqual([{ id: '1', sql: 'SELECT 1' }])
  const second = openStatement(first, 'SELECT 2')
  expect(openTabOf(second)).toEqual({ id: '2', sql: 'SELECT 2' })
  expect(openTabOf(openStatement(second, 'SELECT 1')).id).toBe('1')
})

test('closing the open tab shows its neighbour, and closing the last one leaves an empty tab', () => {
  const two = openStatement(openStatement(emptyNotebook(), 'SELECT 1'), 'SELECT 2')
  const one = closeTab(two, '2')
  expect(openTabOf(one).sql).toBe('SELECT 1')
  expect(closeTab(one, '1').tabs).toEqual([{ id: '1', sql: '' }])
})

test('the history holds each statement once, the newest first', () => {
  const notebook = ['SELECT 1', 'SELECT 2', 'SELECT 1'].reduce(rememberStatement, emptyNotebook())
  expect(notebook.history).toEqual(['SELECT 1', 'SELECT 2'])
})

test('a saved statement gives its tab a name until it is deleted', () => {
  const written = changeSql(emptyNotebook(), 'SELECT * FROM cars.cars')
  expect(titleOf(written, 'SELECT * FROM cars.cars')).toBe('cars')
  const saved = saveStatement(written, { name: 'All cars', sql: 'SELECT * FROM cars.cars' })
  expect(titleOf(saved, 'SELECT * FROM cars.cars')).toBe('All cars')
  expect(forgetStatement(saved, 'All cars').saved).toEqual([])
})
