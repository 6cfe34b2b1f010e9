/**
 * One small shop, the same in every database of the tests: 200 customers in three countries, 5,000 orders.
 * Orders of customer n have total n * 1.5, so that every sum can be computed without a database.
 */
const CUSTOMERS = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  name: `Customer ${index + 1}`,
  country: ['NO', 'SE', 'DK'][index % 3] ?? '',
}))

const ORDERS = Array.from({ length: 5000 }, (_, index) => ({
  id: index + 1,
  customer_id: (index % 200) + 1,
  total: ((index % 200) + 1) * 1.5,
  day: `2024-${String((index % 12) + 1).padStart(2, '0')}-01`,
}))

/** Statements that make the shop. `types` has the names that differ between dialects. */
export function shopStatements(
  types: { decimal: string; text: string } = { decimal: 'decimal(12,2)', text: 'varchar(40)' },
): string[] {
  const rows = (values: readonly string[]) => values.map((value) => `(${value})`).join(', ')
  return [
    `CREATE TABLE customers (id int PRIMARY KEY, name ${types.text} NOT NULL, country ${types.text})`,
    `CREATE TABLE orders (id bigint PRIMARY KEY, customer_id int, total ${types.decimal}, day date,
       FOREIGN KEY (customer_id) REFERENCES customers (id))`,
    `INSERT INTO customers VALUES ${rows(CUSTOMERS.map(({ id, name, country }) => `${id}, '${name}', '${country}'`))}`,
    `INSERT INTO orders VALUES ${rows(ORDERS.map(({ id, customer_id, total, day }) => `${id}, ${customer_id}, ${total}, '${day}'`))}`,
  ]
}

/** Sum of the totals per country, computed here. */
export function totalsByCountry(): { country: string; total: number }[] {
  const countryOf = new Map(CUSTOMERS.map(({ id, country }) => [id, country]))
  const totals = new Map<string, number>()
  for (const { customer_id, total } of ORDERS) {
    const country = countryOf.get(customer_id) ?? ''
    totals.set(country, (totals.get(country) ?? 0) + total)
  }
  return [...totals]
    .map(([country, total]) => ({ country, total }))
    .sort((a, b) => a.country.localeCompare(b.country))
}
