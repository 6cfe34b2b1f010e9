import { expect, test } from 'vitest'
import { readConnectionUrl } from './read-connection-url.ts'

test.each([
  [
    'postgres://reader:p%40ss@db.example:5433/shop?sslmode=verify-full',
    {
      kind: 'postgresql',
      host: 'db.example',
      port: '5433',
      database: 'shop',
      user: 'reader',
      password: 'p@ss',
      tls: 'verify',
      name: 'shop',
    },
  ],
  [
    ' mysql://root@[::1]/data?ssl-mode=DISABLED ',
    {
      kind: 'mysql',
      host: '::1',
      port: '',
      database: 'data',
      user: 'root',
      password: '',
      tls: 'off',
      name: 'data',
    },
  ],
  [
    'clickhouse://me:x@ch.example:8443/logs?secure=true',
    {
      kind: 'clickhouse',
      url: 'https://ch.example:8443',
      database: 'logs',
      user: 'me',
      password: 'x',
      name: 'logs',
    },
  ],
  [
    'trino://me@trino.example:8080/lake/sales',
    {
      kind: 'trino',
      url: 'http://trino.example:8080',
      catalog: 'lake',
      schemas: 'sales',
      user: 'me',
      password: '',
      name: 'lake',
    },
  ],
])('%s fills in the fields of its kind', (text, expected) => {
  expect(readConnectionUrl(text)).toEqual(expected)
})

test.each(['', 'hello', 'ftp://host/x', 'postgresql://', 'https://api.example/x'])(
  '"%s" is refused',
  (text) => {
    expect(readConnectionUrl(text)).toBeNull()
  },
)
