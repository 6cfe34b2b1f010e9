// The object store of the tests, in its own process: its work must not count as the client's.
import { startS3Server } from '../../packages/objects/src/testing/s3-server.ts'

const { endpoint } = await startS3Server()
console.log(new URL(endpoint).port)
