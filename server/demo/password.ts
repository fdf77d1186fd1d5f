import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { endAll } from '#domains/access/sign-in/sessions.ts'
import { hashPassword, verifyPassword } from '#domains/access/sign-in/passwords.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** The password of the demo on the developer's own machine. Everybody can read it here, so it must work nowhere else. */
const LOCAL_PASSWORD = 'hilo-demo-2026'

/** The password a new demo gets: a known one on this machine, a random one at a public address. */
export function demoPassword(base_url: string): string {
  return isLocal(base_url) ? LOCAL_PASSWORD : randomBytes(15).toString('base64url')
}

/**
 * Replaces the known password of the demo once the installation has a public address, and ends its sessions. Returns the
 * new one; undefined if there was nothing to do.
 */
export async function protectDemo({ database: { sql }, config }: Runtime): Promise<string | undefined> {
  if (isLocal(config.base_url)) return undefined
  const people = await sql<{ id: string; password_hash: string | null }>`
    select u.id, u.password_hash from installation n join memberships m on m.account_id = n.demo_account_id
      join users u on u.id = m.user_id where u.email like '%@hilo.example'`
  // The people of a demo are created with the same hash, so one check usually answers for all.
  const isKnown = new Map<string | null, boolean>()
  for (const { password_hash } of people)
    if (!isKnown.has(password_hash)) isKnown.set(password_hash, await verifyPassword(LOCAL_PASSWORD, password_hash))
  const exposed = people.filter(({ password_hash }) => isKnown.get(password_hash))
  if (exposed.length === 0) return undefined
  const password = demoPassword(config.base_url)
  // Of two nodes that start together, one replaces it.
  const changed = await sql<{ id: string }>`
    update users set password_hash = ${await hashPassword(password)}, updated_at = now()
     where id = any(${exposed.map(({ id }) => id)}::bigint[]) and password_hash = any(${exposed.map(({ password_hash }) => password_hash)}::text[])
    returning id`
  for (const { id } of changed) await endAll(sql, id)
  return changed.length > 0 ? password : undefined
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether the address leads to this machine. */
function isLocal(base_url: string): boolean {
  const host = new URL(base_url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const family = isIP(host)
  return family > 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
