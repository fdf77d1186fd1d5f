import { importChatwoot } from '#server/imports/chatwoot.ts'
import { openClient } from '#server/imports/client.ts'
import { openSummary } from '#server/imports/summary.ts'
import { storeBytes } from '#doors/files/store.ts'
import { openFiles } from '#gateways/files.ts'
import { openOutbound } from '#gateways/outbound.ts'
import { COMMAND_LINE } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { readConfig } from './config.ts'

type Values = Record<string, string | boolean | undefined>

/** `hilo import chatwoot`: takes over a workspace of another server. Running it again continues or adds what is new. */
export async function importChatwootCommand(runtime: Runtime, values: Values) {
  const { sql } = runtime.database
  const account_id = await accountOf(sql, values.account)
  const token = values.token ?? process.env.HILO_IMPORT_TOKEN
  if (typeof values.url !== 'string' || !/^https?:\/\/[^/]/.test(values.url))
    throw new Error('Give the address of the other server: --url https://chat.example.com')
  if (typeof token !== 'string' || token === '')
    throw new Error('Give an administrator’s access token with --token, or in HILO_IMPORT_TOKEN.')
  const config = readConfig(process.env)
  const from = values['from-account']
  const outbound = openOutbound(config)
  const client = await openClient({
    url: values.url,
    token,
    account_id: typeof from === 'string' ? from : undefined,
    outbound,
  })
  const files = openFiles(config)
  await sql`
    insert into audit_entries (account_id, action, actor, details, created_at)
    values (${account_id}, 'import_chatwoot', ${{ type: 'system', id: null, name: COMMAND_LINE }}, ${{ source: client.source }}, now())`
  const result = await importChatwoot({
    runtime,
    account_id,
    client,
    summary: openSummary(),
    max_file_bytes: config.upload_mb * 2 ** 20,
    storeFile: (bytes, declared) => storeBytes(files, account_id, bytes, declared),
    onProgress: openProgress(),
  })
  if (values.json !== true) printSummary(result)
  return { account_id, source: client.source, ...(values.json === true ? result : {}) }
}

/** The named workspace, or the only one. */
async function accountOf(sql: Sql, named: unknown): Promise<string> {
  const rows = await sql<{ id: string; name: string }>`
    select id, name from accounts where ${named === undefined} or id::text = ${String(named)} order by id`
  if (rows.length === 1) return rows[0]!.id
  if (named !== undefined) throw new Error(`There is no account ${String(named)}; see \`hilo account list\`.`)
  throw new Error(`Choose a workspace with --account: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ')}`)
}

const LINE_EVERY = 5_000

/** One line that changes on a terminal; elsewhere a line from time to time. */
function openProgress() {
  let printedAt = 0
  return (stage: string, done: number, of?: number) => {
    const text = `${stage}: ${done}${of === undefined ? '' : ` of ${of}`}`
    if (process.stderr.isTTY) process.stderr.write(`\r${text}`.padEnd(60))
    else if (Date.now() - printedAt > LINE_EVERY) {
      printedAt = Date.now()
      process.stderr.write(`${text}\n`)
    }
  }
}

type Result = Awaited<ReturnType<typeof importChatwoot>>

function printSummary({ records, reasons }: Result): void {
  const lines = Object.entries(records).map(
    ([kind, { imported, known, skipped }]) =>
      `${kind}: ${imported} imported, ${known} already here, ${skipped} skipped`,
  )
  const why = reasons.map(
    ({ kind, reason, count, examples }) => `${kind}: ${count} × ${reason} (${examples.join(', ')})`,
  )
  console.log(['', ...lines, ...(why.length > 0 ? ['', ...why] : [])].join('\n'))
}
