/** A column that is never null. */
export type NotNull<Type extends PgType> = { readonly type: Type; readonly isNullable: false }

/** A column that may be null. */
export type Nullable<Type extends PgType> = { readonly type: Type; readonly isNullable: true }

/** A column whose nullability PostgreSQL does not report: an expression, or the result of an outer join. */
export type Unproven<Type extends PgType> = { readonly type: Type; readonly isNullable: boolean }

/** PostgreSQL's reply to Parse and Describe of a statement. */
type Description = {
  /** Type of each parameter, $1 first. */
  readonly values: readonly PgType[]
  readonly columns: { readonly [Name in string]: Column }
}

/**
 * The type of a prepared statement's text: `string` when `Values` and `Row` agree with PostgreSQL's
 * description of the statement. Otherwise it is an object type that no text is assignable to and that names
 * the disagreement.
 *
 * `Row` may leave out columns and may narrow text to a union or a brand. The content of JSON is not compared.
 */
export type StatementText<Statement extends Description, Values extends readonly unknown[], Row> = [
  Mistake<Statement, Values, Row>,
] extends [never]
  ? string
  : { readonly disagreesWithPostgreSQL: Mistake<Statement, Values, Row> }

type Column = { readonly type: PgType; readonly isNullable: boolean }

// Distributes over a union of names, so that each of them must agree.
type Mistake<Statement, Values extends readonly unknown[], Row> = Statement extends Description
  ?
      | CountMistake<Statement['values'], Values>
      | ValueMistake<Statement['values'], Values>
      | ColumnMistake<Statement['columns'], Row>
  : never

type CountMistake<Parameters extends readonly PgType[], Values extends readonly unknown[]> = [
  Values['length'],
  Parameters['length'],
] extends [Parameters['length'], Values['length']]
  ? never
  : `the statement has ${Parameters['length']} parameters`

type ValueMistake<Parameters extends readonly PgType[], Values extends readonly unknown[]> = {
  [Index in keyof Values]: Index extends keyof Parameters
    ? [NonNullable<Values[Index]>] extends [Accepted<Parameters[Index]>]
      ? never
      : `the parameter at index ${Index & string} is ${Parameters[Index] & string}`
    : never
}[number]

type ColumnMistake<Columns extends Description['columns'], Row> = {
  [Name in keyof Row & string]-?: Name extends keyof Columns
    ? TypeMistake<Name, Columns[Name], Row[Name]> | NullMistake<Name, Columns[Name], Row[Name]>
    : `there is no column "${Name}"`
}[keyof Row & string]

type TypeMistake<Name extends string, Found extends Column, Value> = [NonNullable<Value>] extends [
  Given<Found['type']>,
]
  ? never
  : `the column "${Name}" is ${Found['type']}`

type NullMistake<Name extends string, Found extends Column, Value> = boolean extends Found['isNullable']
  ? never
  : Found['isNullable'] extends true
    ? null extends Value
      ? never
      : `the column "${Name}" may be null`
    : // The content of JSON may be null even when the column is not.
      [null, Found['type']] extends [Value, Exclude<PgType, 'json'>]
      ? `the column "${Name}" is never null`
      : never

/** The PostgreSQL types that statements of this package use. */
type PgType = keyof Scalars | `${keyof Scalars}[]`

/** The JavaScript type of each PostgreSQL type in the driver. */
type Scalars = {
  text: string
  bpchar: string
  uuid: string
  bool: boolean
  int2: number
  int4: number
  float8: number
  // As text, because a double cannot represent every value.
  int8: string
  numeric: string
  bytea: Buffer
  timestamptz: Date
  json: unknown
}

type Given<Type> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends `${infer Element extends keyof Scalars}[]`
    ? readonly (Scalars[Element] | null)[]
    : never

// The driver turns a list into a PostgreSQL array, so JSON is sent as text.
type Accepted<Type> = Type extends 'json'
  ? string
  : Type extends 'int8' | 'numeric'
    ? string | number | bigint
    : Given<Type>
