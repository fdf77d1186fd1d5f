import Fastify from 'fastify'
import { openDatabase } from '#db/database.ts'
import type { Inbound } from './channels-data.ts'

/** The bare limit of accepting a webhook: a route that stores the bytes with one insert. */
const { DATABASE_URL, BENCH_INBOX, PORT } = process.env
const { account_id, inbox_id } = JSON.parse(BENCH_INBOX!) as Inbound
const { work } = openDatabase({ connectionString: DATABASE_URL! }, () => {}, 10)

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.get('/readyz', () => 'ready')
app.post('/store', async (request) => {
  const text = `insert into channel_events (account_id, inbox_id, body, received_at, outcome) values ($1, $2, $3, now(), 'processed')`
  await work.query({ name: 'store', text, values: [account_id, inbox_id, request.body] })
  return ''
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGINT', () => process.exit(0))
