import { DatabaseSync } from 'node:sqlite'

const GENRES = ['Rock', 'Jazz', 'Latin', 'Classical']
const COUNTRIES = ['Norway', 'Brazil', 'Canada']
const REGIONS = ['North', 'South', 'East']
const PRODUCTS = ['Lamp', 'Chair']
const STATUSES = ['paid', 'failed', 'refunded']

/** A music shop as an SQLite file: 12 artists, 24 albums, 120 tracks, 15 customers and 60 invoices. */
export function writeMusicShop(file: string): void {
  const database = new DatabaseSync(file)
  // One transaction: SQLite waits for the disk at the end of each.
  database.exec(`
    BEGIN;
    CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL REFERENCES artist);
    CREATE TABLE track (track_id INTEGER PRIMARY KEY, name TEXT NOT NULL, album_id INTEGER NOT NULL REFERENCES album,
      genre TEXT NOT NULL, milliseconds INTEGER NOT NULL, unit_price REAL NOT NULL);
    CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
      country TEXT NOT NULL, email TEXT);
    CREATE TABLE invoice (invoice_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer,
      invoice_date DATE NOT NULL, billing_country TEXT NOT NULL, total REAL NOT NULL);`)
  const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]) => {
    for (const row of rows)
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }
  insert(
    'artist',
    numbers(12).map((id) => [id, `Artist ${letter(id)}`]),
  )
  insert(
    'album',
    numbers(24).map((id) => [id, `Album ${letter(id)}`, ((id - 1) % 12) + 1]),
  )
  insert('track', numbers(120).map(trackRow))
  insert('customer', numbers(15).map(customerRow))
  insert('invoice', numbers(60).map(invoiceRow))
  database.exec('COMMIT')
  database.close()
}

/** A file of 30 sales, for an upload whose name contains a year that no row has. */
export function writeSales(): string {
  const rows = numbers(30).map((id) => {
    const day = String((id % 28) + 1).padStart(2, '0')
    const cells = [
      REGIONS[id % 3],
      PRODUCTS[id % 2],
      id,
      id * 2.5,
      `2022-${month(id)}-${day}`,
      STATUSES[Math.floor(id / 3) % 3],
    ]
    return cells.join(',')
  })
  return ['region,product,units,revenue,sold_on,status', ...rows].join('\n')
}

function trackRow(id: number): (string | number)[] {
  const genre = GENRES[id % 4] ?? ''
  return [id, `Track ${id}`, ((id - 1) % 24) + 1, genre, 100_000 + id * 1_000, id % 2 === 0 ? 0.99 : 1.29]
}

function customerRow(id: number): (string | number | null)[] {
  const email = id % 5 === 0 ? null : `customer${id}@shop.test`
  return [id, `First${letter(id)}`, `Last${letter(id)}`, COUNTRIES[id % 3] ?? '', email]
}

function invoiceRow(id: number): (string | number)[] {
  const customer = ((id - 1) % 15) + 1
  const date = `${2020 + (id % 3)}-${month(id)}-15`
  return [id, customer, date, COUNTRIES[customer % 3] ?? '', id + 0.5]
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function letter(id: number): string {
  return String.fromCharCode(64 + id)
}

function month(id: number): string {
  return String((id % 12) + 1).padStart(2, '0')
}
