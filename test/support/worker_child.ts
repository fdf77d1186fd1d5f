import { openDatabase } from '#db/database.ts'
import { subscriber } from '#kernel/subscriber.ts'
import { openBell } from '#kernel/wake.ts'
import { startWorker, subscriptions } from '#kernel/worker.ts'

/** A worker to be killed: it takes the deliveries of one subscriber, says so, and never finishes any. */
const [connection = '', name = ''] = process.argv.slice(2)
const subscribers = {
  [name]: subscriber({
    on: ['contact.created'],
    run: async (_hands, event) => {
      console.log(event.id)
      await new Promise(() => {})
    },
  }),
}
const log = { info: () => {}, warn: () => {}, error: () => {} }
const database = openDatabase(JSON.parse(connection), () => {}, 2)
const bell = openBell(database, JSON.parse(connection), log)
const config = { base_url: 'http://localhost:3000' }
const secret = Buffer.alloc(32)
startWorker(
  { config, database, secret, log, subscribersOf: subscriptions(subscribers), wake: bell.ring, signal: bell.signal },
  bell,
  subscribers,
  {},
)
