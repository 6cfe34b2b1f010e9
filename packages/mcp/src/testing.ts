export { startRawServer } from './testing/start-raw-server.ts'
