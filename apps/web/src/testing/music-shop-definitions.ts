const EMPTY = { synonyms: [], text: '', table: '', condition: '', dimensions: [], time_column: '', unit: '' }

const TERMS = [
  { name: 'big spender', synonyms: ['whale'], table: 'music.invoice', expression: 'total >= 20' },
  { name: 'reachable', table: 'music.customer', expression: 'email IS NOT NULL' },
  { name: 'long track', table: 'music.track', expression: 'milliseconds > 200000' },
]
const METRICS = [
  { name: 'revenue', unit: 'EUR', table: 'music.invoice', expression: 'sum(total)', by: 'billing_country' },
  {
    name: 'buyers',
    table: 'music.invoice',
    expression: 'count(DISTINCT customer_id)',
    by: 'billing_country',
  },
  { name: 'playtime', unit: 'ms', table: 'music.track', expression: 'sum(milliseconds)', by: 'genre' },
]
const QUESTIONS = {
  'How many albums does each artist have?':
    'SELECT artist_id, count(*) AS albums FROM music.album GROUP BY artist_id ORDER BY artist_id',
  'Which customer paid the most?':
    'SELECT customer_id, sum(total) AS paid FROM music.invoice GROUP BY customer_id ORDER BY paid DESC',
  'How many tracks are there in each genre?':
    'SELECT genre, count(*) AS tracks FROM music.track GROUP BY genre',
  'What is the average price of a track?': 'SELECT avg(unit_price) AS price FROM music.track',
  'How many invoices are there?': 'SELECT count(*) AS invoices FROM music.invoice',
}

/** Three terms, three metrics and five verified questions about the music shop, as bodies of `POST /definition`. */
export const MUSIC_SHOP_DEFINITIONS: readonly object[] = [
  ...TERMS.map((term) => ({ ...EMPTY, kind: 'term', ...term })),
  ...METRICS.map(({ by, ...metric }) => ({
    ...EMPTY,
    kind: 'metric',
    ...metric,
    dimensions: [{ name: by }],
  })),
  ...Object.entries(QUESTIONS).map(([name, expression]) => ({
    ...EMPTY,
    kind: 'question',
    name,
    expression,
  })),
]
