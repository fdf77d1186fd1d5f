import type { z } from 'zod'
import type { Account, AuditEntry } from '#contract/records/access.ts'
import { listAll } from '#doors/classic/pages.ts'
import { pickDefined, readPage, readText } from '#doors/classic/request.ts'
import { type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'

const PAGE = 25

type Entry = z.output<typeof AuditEntry>

/** The workspace and its audit log. */
export function addAccountRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/', async ({ invoke }) => classicAccount(await invoke<Account>('get_account')))

  addRoute(UPDATE, '/', async ({ invoke, body }) => {
    const locale = readText(body.locale)
    const input = pickDefined({
      name: readText(body.name),
      // There are two languages; Portuguese and others get the first.
      locale: locale && (locale.toLowerCase().startsWith('en') ? 'en' : 'es'),
    })
    return classicAccount(await invoke<Account>('update_account', input))
  })

  addRoute('GET', '/audit_logs', async ({ invoke, query }) => {
    const page = readPage(query)
    const entries = await listAll<Entry>(invoke, 'list_audit_entries', {}, page * PAGE + 1)
    const audit_logs = entries.slice((page - 1) * PAGE, page * PAGE).map(classicEntry)
    return { per_page: PAGE, current_page: page, has_more: entries.length > page * PAGE, audit_logs }
  })
}

function classicAccount({ id, name, locale, time_zone }: Account) {
  return {
    id: Number(id),
    name,
    locale,
    status: 'active',
    domain: null,
    support_email: null,
    features: {},
    settings: { timezone: time_zone },
    custom_attributes: {},
  }
}

function classicEntry({ id, action, actor, details, request_id, ip, created_at }: Entry) {
  const user_id = actor.type === 'user' && actor.id !== null ? Number(actor.id) : null
  return {
    id: Number(id),
    user_id,
    user_type: user_id === null ? null : 'User',
    username: actor.name,
    action,
    audited_changes: details,
    request_uuid: request_id,
    remote_address: ip,
    created_at: seconds(created_at),
  }
}
