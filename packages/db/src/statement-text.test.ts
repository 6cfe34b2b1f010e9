import { describe, expect, expectTypeOf, test } from 'vitest'
import type { NotNull, Nullable, StatementText, Unproven } from './statement-text.ts'

// Written by hand in the form of `described.ts`. The compiler evaluates these tests; `pnpm check:types` fails
// with them.
type Statement = {
  values: ['uuid', 'int4', 'text[]', 'json']
  columns: {
    id: NotNull<'uuid'>
    size: NotNull<'int8'>
    note: Nullable<'text'>
    total: Unproven<'int4'>
    content: NotNull<'json'>
    at: NotNull<'timestamptz'>
  }
}
type Values = [id: string, count: number | null, names: string[], content: string]
type Row = { id: string; size: string; note: string | null; total: number; content: object; at: Date }

type Disagreement<V extends readonly unknown[], R> =
  StatementText<Statement, V, R> extends { disagreesWithPostgreSQL: infer Mistake } ? Mistake : never

describe('the type of a statement', () => {
  test('is a string when parameters and columns agree with PostgreSQL', () => {
    expectTypeOf<StatementText<Statement, Values, Row>>().toEqualTypeOf<string>()
  })

  test('allows a row type that leaves out columns, narrows text or ignores an unproven null', () => {
    type Narrowed = { note: 'a' | 'b' | null; total: number | null }
    expectTypeOf<StatementText<Statement, Values, Narrowed>>().toEqualTypeOf<string>()
    expectTypeOf<StatementText<Statement, Values, object>>().toEqualTypeOf<string>()
  })

  test('names a column that PostgreSQL does not return', () => {
    expectTypeOf<Disagreement<Values, { ID: string }>>().toEqualTypeOf<'there is no column "ID"'>()
  })

  test('names a column whose type is wrong', () => {
    expectTypeOf<Disagreement<Values, { id: number }>>().toEqualTypeOf<'the column "id" is uuid'>()
    expectTypeOf<Disagreement<Values, { size: bigint }>>().toEqualTypeOf<'the column "size" is int8'>()
    expectTypeOf<Disagreement<Values, { at: string }>>().toEqualTypeOf<'the column "at" is timestamptz'>()
  })

  test('names a column whose nullability is wrong', () => {
    expectTypeOf<Disagreement<Values, { note: string }>>().toEqualTypeOf<'the column "note" may be null'>()
    expectTypeOf<
      Disagreement<Values, { id: string | null }>
    >().toEqualTypeOf<'the column "id" is never null'>()
  })

  test('names a wrong number of parameters', () => {
    type TooFew = [id: string, count: number, names: string[]]
    type TooMany = [...Values, string]
    expectTypeOf<Disagreement<TooFew, Row>>().toEqualTypeOf<'the statement has 4 parameters'>()
    expectTypeOf<Disagreement<TooMany, Row>>().toEqualTypeOf<'the statement has 4 parameters'>()
  })

  test('names a parameter whose type is wrong', () => {
    type Swapped = [id: number, count: number, names: string[], content: string]
    type List = [id: string, count: number, names: number[], content: string]
    type Parsed = [id: string, count: number, names: string[], content: object]
    expectTypeOf<Disagreement<Swapped, Row>>().toEqualTypeOf<'the parameter at index 0 is uuid'>()
    expectTypeOf<Disagreement<List, Row>>().toEqualTypeOf<'the parameter at index 2 is text[]'>()
    expectTypeOf<Disagreement<Parsed, Row>>().toEqualTypeOf<'the parameter at index 3 is json'>()
  })

  test('makes a mistake in a call of prepare a compile error', () => {
    const prepareHere = <V extends readonly unknown[], R>(text: StatementText<Statement, V, R>) => text
    // @ts-expect-error: PostgreSQL gives an id that is a uuid, which arrives as text.
    const mistaken = prepareHere<Values, { id: number }>('select …')
    expect(mistaken).toBe('select …')
  })
})
