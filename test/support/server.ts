import pg from 'pg'
import { type Connection, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

export const TEMPLATE = 'hilo_template'

/** One PostgreSQL for all tests, with a migrated database to copy. It trades durability for speed. */
export async function startTestServer(folder: string): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const settings = {
    // A commit still waits until it is written: VACUUM cannot mark rows visible to all before.
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '1000',
    shared_buffers: '256MB',
    autovacuum: 'off',
    // Three thousand rows of a table show its distribution well enough; reading them all takes longer than the queries.
    default_statistics_target: '10',
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
  // A table that was never analyzed seems to have hundreds of workspaces, so any index that begins with the workspace
  // looks as good as the primary key, and seeding many rows takes minutes.
  await database.sql`
    select pg_restore_attribute_stats('schemaname', 'public', 'relname', table_name::text, 'attname', 'account_id',
                                      'inherited', false, 'version', 180000, 'null_frac', 0::real, 'avg_width', 8,
                                      'n_distinct', 1::real)
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE'`
  await database.close()
  return server
}
