import pg from 'pg'
import { type Connection, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

export const TEMPLATE = 'hilo_template'

/** One PostgreSQL for all tests, with a migrated database to copy. It trades durability for speed. */
export async function startTestServer(folder: string): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '1000',
    shared_buffers: '256MB',
    autovacuum: 'off',
    // Shared memory goes with the folder when the server is killed.
    dynamic_shared_memory_type: 'mmap',
  }
  const server = await startEmbedded(folder, settings)
  const admin = new pg.Client({ ...server.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const database = openDatabase({ ...server.connection, database: TEMPLATE }, () => {}, 2)
  await migrate(database.work)
  await database.close()
  return server
}
