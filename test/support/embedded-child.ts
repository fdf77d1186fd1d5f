import { startEmbedded } from '#db/embedded.ts'

/** A Hilo reduced to its database, for tests that kill it: says where the server is, stops it on SIGTERM. */
const [folder = ''] = process.argv.slice(2)

try {
  const server = await startEmbedded(folder, { fsync: 'off' })
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
  process.once('SIGUSR2', () => process.exit(3))
  setInterval(() => {}, 60_000)
  console.log(JSON.stringify({ connection: server.connection, pid: server.pid }))
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }))
}
