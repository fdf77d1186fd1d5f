import { openDatabase } from '#db/database.ts'
import { subscriber } from '#kernel/subscriber.ts'
import { openNotifier } from '#kernel/notify.ts'
import { startWorker, subscribersByEvent } from '#kernel/worker.ts'

/** A worker to be killed: it takes the deliveries of one subscriber, prints their ids, and never finishes any. */
const [connection = '', name = ''] = process.argv.slice(2)
const subscribers = {
  [name]: subscriber({
    on: ['contact.created'],
    run: async (_ctx, event) => {
      console.log(event.id)
      await new Promise(() => {})
    },
  }),
}
const log = { info: () => {}, warn: () => {}, error: () => {} }
const database = openDatabase(JSON.parse(connection), () => {}, 2)
const notifier = openNotifier(database, JSON.parse(connection), log)
const config = { base_url: 'http://localhost:3000' }
const secret = Buffer.alloc(32)
startWorker(
  {
    config,
    database,
    secret,
    log,
    subscribersOf: subscribersByEvent(subscribers),
    notify: notifier.notify,
    signal: notifier.signal,
  },
  notifier,
  subscribers,
  {},
)
