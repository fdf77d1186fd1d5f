import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '#db/sql.ts'

/**
 * The secret that signs cursors and encrypts tokens. All nodes need the same one: HILO_SECRET if the operator sets it,
 * otherwise one created on first start and stored in the shared database.
 */
export async function readSecret(sql: Sql, given: string | undefined): Promise<Buffer> {
  await sql`insert into installation (secret) values (${randomBytes(32)}) on conflict do nothing`
  if (given) return createHash('sha256').update(given).digest()
  const [row] = await sql<{ secret: Buffer }>`select secret from installation`
  return row!.secret
}
