/** A small business, the same in every database of the tests: 30 customers in three countries, 300 orders. */
const CUSTOMERS = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  country: ['NO', 'SE', 'DK'][index % 3] ?? '',
}))

const ORDERS = Array.from({ length: 300 }, (_, index) => ({
  id: index + 1,
  customerId: (index % 30) + 1,
  total: index + 1,
}))

/** Statements that create the two tables, one on each line. */
export function salesStatements(schema: string): string[] {
  const customers = CUSTOMERS.map(({ id, country }) => `(${id}, '${country}')`).join(', ')
  const orders = ORDERS.map(({ id, customerId, total }) => `(${id}, ${customerId}, ${total})`).join(', ')
  return [
    `CREATE TABLE ${schema}.customers (id int PRIMARY KEY, country varchar(2) NOT NULL)`,
    `CREATE TABLE ${schema}.orders (id int PRIMARY KEY, customer_id int NOT NULL, total int NOT NULL, FOREIGN KEY (customer_id) REFERENCES ${schema}.customers (id))`,
    `INSERT INTO ${schema}.customers VALUES ${customers}`,
    `INSERT INTO ${schema}.orders VALUES ${orders}`,
  ]
}

/** The sum of all orders, weighted by a factor per country, computed without a database. */
export function totalsBy(name: (country: string) => string): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { customerId, total } of ORDERS) {
    const key = name(CUSTOMERS[customerId - 1]?.country ?? '')
    totals.set(key, (totals.get(key) ?? 0) + total)
  }
  return totals
}
