// A process that follows a local network until it is killed: node follow-in-process.ts <database> <network> <height>
import { openDatabase } from '@parley/db'
import { followLedger } from '../index.ts'
import { chainAt } from './networks.ts'

const [url = '', network = '', height = ''] = process.argv.slice(2)
const chain = chainAt(Number(height))

followLedger({
  db: openDatabase({ url, poolSize: 2 }),
  network,
  origin: { kind: 'local', chain: () => chain },
  now: () => new Date(chain.now()),
  onFault: (error) => {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  },
  onRecovered: () => {},
})
process.stdout.write('following\n')
