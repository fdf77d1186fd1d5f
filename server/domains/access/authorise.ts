import { type KeyRole, type Permission, rightsOfKey, rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import type { Actor } from '#kernel/operation.ts'

/** Remaining rate limit: first of the key (or address), then of the account. */
export type Allowance = { admitted: boolean; retry_after: number; remaining: number[]; resets: number[] }

/** Calls charged in the database in one slot of a second, including calls granted in advance. */
export type Grant = Allowance & { subjects: string[]; granted: number; slot: string; slot_left: number }

type Quotas = { key: number; account: number }
type ClassicQuotas = { classic_ip: number; classic_account: number }

type Row = Grant & {
  key_id: string
  key_name: string
  key_role: KeyRole
  scopes: string[]
  user_id: string
  user_name: string
  role: UserRole
  visibility: Actor['visibility']
  super_administrator: boolean
  account: Account
}

/** Finds the actor behind an API key and charges its rate limit, in one round trip. Undefined for an unknown key. */
export async function authoriseKey(sql: Sql, key: string, quotas: Quotas, cost: number, ip: string, renewal = FIRST) {
  const [row] = await sql<Row>`
    select ${columns} from authorise_key(${digest(key)}, ${quotas.key}, ${quotas.account}, ${cost}, ${ip}, ${writeRenewal(renewal)})`
  return row && toCaller(row)
}

/** The same for the access token of a connected assistant, at the address it calls. */
export async function authoriseToken(
  sql: Sql,
  { token, resource }: { token: string; resource: string },
  quotas: Quotas,
  cost: number,
  ip: string,
  renewal = FIRST,
) {
  const [row] = await sql<Row>`
    select ${columns}
      from authorise_token(${digest(token)}, ${resource}, ${quotas.key}, ${quotas.account}, ${cost}, ${ip}, ${writeRenewal(renewal)})`
  return row && toCaller(row)
}

/** Calls to grant ahead, and calls of the last grant that were not made, with its slot. */
export type Renewal = { extra: number; unused: number; unused_slot: string }

export const FIRST: Renewal = { extra: 0, unused: 0, unused_slot: '0' }

export function writeRenewal({ extra, unused, unused_slot }: Renewal): Part {
  return part`${extra}, ${unused}, ${unused_slot}`
}

export const grantColumns = part`
  subjects, admitted, retry_after, remaining, resets, granted, slot, slot_left`

const columns = part`
  key_id, key_name, key_role, scopes, user_id, user_name, role, visibility, super_administrator, account, ${grantColumns}`

function toCaller(row: Row): { actor: Actor; user_name: string; allowance: Grant } {
  const user = rightsOfUser(row.role, row.super_administrator)
  const actor: Actor = {
    type: 'api_key',
    id: row.key_id,
    name: row.key_name,
    account: row.account,
    user_id: row.user_id,
    visibility: row.visibility,
    permissions: rightsOfKey(row.key_role, row.scopes, user),
  }
  return { actor, user_name: row.user_name, allowance: row as Grant }
}

/** The same for a token of the classic routes: the account's, who is an administrator named after it, a bot's or a person's. */
export async function authoriseClassic(
  sql: Sql,
  token: string,
  account_id: string | undefined,
  quotas: ClassicQuotas,
  ip: string,
  renewal = FIRST,
) {
  const wanted = account_id !== undefined && /^\d{1,18}$/.test(account_id) ? account_id : null
  const [row] = await sql<ClassicRow>`
    select account, bot, person, ${grantColumns}
      from authorise_classic_token(${digest(token)}, ${wanted}, ${quotas.classic_ip}, ${quotas.classic_account}, ${ip}, ${writeRenewal(renewal)})`
  if (!row) return undefined
  return { actor: classicActor(row), allowance: row as Grant }
}

type ClassicRow = Grant & {
  account: Account
  bot: { id: string; name: string } | null
  person: { id: string; name: string; role: UserRole; visibility: Actor['visibility'] } | null
}

function classicActor({ account, bot, person }: ClassicRow): Actor {
  if (bot) return { type: 'bot', ...bot, account, user_id: null, visibility: 'all', permissions: rightsOfBot }
  if (person) {
    const { id, name, role, visibility } = person
    return { type: 'user', id, name, account, user_id: id, visibility, permissions: rightsOfUser(role, false) }
  }
  return accountActor(account)
}

/** The actor of the account's own token: an administrator named after the account. */
export function accountActor(account: Account): Actor {
  const permissions = rightsOfUser('administrator', false)
  return { type: 'api_key', id: null, name: account.name, account, user_id: null, visibility: 'all', permissions }
}

/** A bot reads and answers conversations, and hands them over. */
const rightsOfBot: ReadonlySet<Permission> = new Set([
  'conversations:read',
  'conversations:write',
  'conversations:assign',
  'contacts:read',
  'messages:send',
])

/** Charges all subjects or none. The window is sliding: 60 slots of the given width. */
export async function takeAllowance(
  sql: Sql,
  subjects: string[],
  quotas: number[],
  slotSeconds: number,
): Promise<Allowance> {
  const [row] = await sql<Allowance>`
    select admitted, retry_after, remaining, resets
      from take_allowance(${subjects}::text[], ${quotas}::int[], 1, ${slotSeconds}, clock_timestamp())`
  return row!
}
