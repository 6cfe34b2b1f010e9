import { DatabaseSync } from 'node:sqlite'

const ARTISTS = ['AC/DC', 'Accept', 'Aerosmith', 'Iron Maiden', 'U2', 'Metallica', 'Deep Purple', 'Queen']
const GENRES = ['Rock', 'Jazz', 'Metal', 'Latin', 'Classical']
const PLACES = [
  ['Brazil', 'São Paulo', 'SP'],
  ['Brazil', 'Rio de Janeiro', 'RJ'],
  ['Germany', 'Berlin', null],
  ['USA', 'New York', 'NY'],
  ['USA', 'Boston', 'MA'],
  ['Canada', 'Toronto', 'ON'],
] as const
const EMPLOYEES = [
  [1, 'Adams', 'Andrew', 'General Manager', null, '1962-02-18', '2002-08-14'],
  [2, 'Edwards', 'Nancy', 'Sales Manager', 1, '1958-12-08', '2002-05-01'],
  [3, 'Peacock', 'Jane', 'Sales Support Agent', 2, '1973-08-29', '2002-04-01'],
  [4, 'Park', 'Margaret', 'Sales Support Agent', 2, '1947-09-19', '2003-05-03'],
  [5, 'Mitchell', 'Michael', 'IT Manager', 1, '1973-07-01', '2003-10-17'],
] as const

/**
 * A media store as an SQLite file, with the tables and names of the public database Chinook: 8 artists, 25 albums, 200
 * tracks, 5 employees, 40 customers, 150 invoices and 400 invoice lines.
 */
export function writeMediaStore(file: string): void {
  const database = new DatabaseSync(file)
  // One transaction: SQLite waits for the disk at the end of each.
  database.exec(`
    BEGIN;
    CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120));
    CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist);
    CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY, Name NVARCHAR(120));
    CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name NVARCHAR(200) NOT NULL, AlbumId INTEGER REFERENCES Album,
      GenreId INTEGER REFERENCES Genre, Composer NVARCHAR(220), Milliseconds INTEGER NOT NULL, Bytes INTEGER,
      UnitPrice NUMERIC(10,2) NOT NULL);
    CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, LastName NVARCHAR(20) NOT NULL, FirstName NVARCHAR(20) NOT NULL,
      Title NVARCHAR(30), ReportsTo INTEGER REFERENCES Employee, BirthDate DATETIME, HireDate DATETIME);
    CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, FirstName NVARCHAR(40) NOT NULL, LastName NVARCHAR(20) NOT NULL,
      Company NVARCHAR(80), City NVARCHAR(40), State NVARCHAR(40), Country NVARCHAR(40), Email NVARCHAR(60) NOT NULL,
      SupportRepId INTEGER REFERENCES Employee);
    CREATE TABLE Invoice (InvoiceId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customer,
      InvoiceDate DATETIME NOT NULL, BillingCity NVARCHAR(40), BillingCountry NVARCHAR(40), Total NUMERIC(10,2) NOT NULL);
    CREATE TABLE InvoiceLine (InvoiceLineId INTEGER PRIMARY KEY, InvoiceId INTEGER NOT NULL REFERENCES Invoice,
      TrackId INTEGER NOT NULL REFERENCES Track, UnitPrice NUMERIC(10,2) NOT NULL, Quantity INTEGER NOT NULL);`)
  const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]) => {
    for (const row of rows)
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }
  insert('Artist', named(ARTISTS))
  insert(
    'Album',
    numbers(25).map((id) => [id, `Album ${id}`, (id % ARTISTS.length) + 1]),
  )
  insert('Genre', named(GENRES))
  insert('Track', numbers(200).map(trackRow))
  insert('Employee', EMPLOYEES)
  insert('Customer', numbers(40).map(customerRow))
  insert('Invoice', numbers(150).map(invoiceRow))
  insert(
    'InvoiceLine',
    numbers(400).map((id) => [id, (id % 150) + 1, (id % 200) + 1, price(id), 1 + (id % 2)]),
  )
  database.exec('COMMIT')
  database.close()
}

function trackRow(id: number): (string | number | null)[] {
  const composer = id % 4 === 0 ? null : `Composer ${id % 9}`
  return [
    id,
    `Song ${id}`,
    (id % 25) + 1,
    (id % 5) + 1,
    composer,
    90_000 + id * 1777,
    1_000_000 + id,
    price(id),
  ]
}

function customerRow(id: number): (string | number | null)[] {
  const [country, city, state] = placeOf(id)
  const company = id % 4 === 0 ? `Company ${id}` : null
  return [id, `First${id}`, `Last${id}`, company, city, state, country, `c${id}@mail.test`, 3 + (id % 2)]
}

function invoiceRow(id: number): (string | number)[] {
  const customer = (id % 40) + 1
  const [country, city] = placeOf(customer)
  const date = `${2009 + (id % 5)}-${two((id % 12) + 1)}-${two((id % 27) + 1)} 00:00:00`
  return [id, customer, date, city, country, (id % 17) * 2 + 0.99]
}

function placeOf(customer: number): (typeof PLACES)[number] {
  return PLACES[customer % PLACES.length] ?? PLACES[0]
}

function price(id: number): number {
  return id % 3 === 0 ? 1.99 : 0.99
}

function named(names: readonly string[]): [number, string][] {
  return names.map((name, index) => [index + 1, name])
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
