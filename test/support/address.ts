import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Connection } from '#db/database.ts'

/** The connection as an address, for processes that take DATABASE_URL. */
export function toUrl({ host, port, user, database }: Connection): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
