import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '#db/sql.ts'

/**
 * The secret that signs cursors and seals tokens. All nodes must have the same: HILO_SECRET where the operator gives
 * one, otherwise one made on first start and kept in the database they share.
 */
export async function readSecret(sql: Sql, given: string | undefined): Promise<Buffer> {
  await sql`insert into installation (secret) values (${randomBytes(32)}) on conflict do nothing`
  if (given) return createHash('sha256').update(given).digest()
  const [row] = await sql<{ secret: Buffer }>`select secret from installation`
  return row!.secret
}
