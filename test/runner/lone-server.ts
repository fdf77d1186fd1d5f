import { once } from 'node:events'
import { startTestServer } from '../support/server.ts'
import { makeScratch, removeScratch } from './scratch.ts'

/** A PostgreSQL for a test file that is run by itself, with `node --test`: it ends with the process that started it. */
const folder = await makeScratch()
const server = await startTestServer(folder)
console.log(JSON.stringify(server.connection))
await once(process.stdin.resume(), 'end')
await server.stop()
await removeScratch(folder)
