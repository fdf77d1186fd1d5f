import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Connection } from '#db/database.ts'

/** The connection as an address, for processes that take DATABASE_URL. */
export function toUrl({ host, port, user, database }: Connection): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
}

/**
 * A port below the range from which the system takes ports for clients, so that nobody takes it before the server.
 * 10080 is one that fetch and browsers refuse.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
