import type { Column, Table } from './catalog.ts'

/** What a person chose when the model asked back: a value or a column, and where the data hold it. */
export type ChosenPlace = { readonly label: string; readonly table: string; readonly column: string }

const CHOICE = /^(?<label>.+) \((?<table>\S+)\.(?<column>[^.\s]+)\)$/

/** Reads a choice such as "Germany (shop.invoices.country)"; null for a choice without a place. */
export function readPlace(choice: string): ChosenPlace | null {
  const { label, table, column } = CHOICE.exec(choice.trim())?.groups ?? {}
  return label === undefined || table === undefined || column === undefined ? null : { label, table, column }
}

/** The tables as if only the chosen column held the chosen value. */
export function atPlace(tables: readonly Table[], place: ChosenPlace | null): readonly Table[] {
  if (place === null) return tables
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => withChoice(column, table.name === place.table, place)),
  }))
}

function withChoice(column: Column, isInTable: boolean, { label, column: name }: ChosenPlace): Column {
  if (column.kind !== 'text') return column
  const others = column.samples.filter((sample) => sample.toLowerCase() !== label.toLowerCase())
  return { ...column, samples: isInTable && column.name === name ? [...others, label] : others }
}
