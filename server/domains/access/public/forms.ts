import type { Permission } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { LeadForm } from '#contract/records/lead-form.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

/** A lead form as its public page shows it, with the actor that submissions run as: it may only write to the CRM. */
export type PublicForm = Pick<
  LeadForm,
  'id' | 'name' | 'token' | 'allowed_domains' | 'fields' | 'thanks_message' | 'redirect_url' | 'active'
> & { actor: Actor }

type Row = Omit<PublicForm, 'actor'> & { account: Account }

const rights: ReadonlySet<Permission> = new Set<Permission>(['crm:write'])

export async function findForm(sql: Sql, token: string): Promise<PublicForm | undefined> {
  // Skips the query for malformed tokens; PostgreSQL would reject a NUL.
  if (!/^[\w-]{24}$/.test(token)) return undefined
  const [row] = await sql<Row>`
    select account_record(a) as account, f.id, f.name, f.token, f.allowed_domains, f.fields, f.thanks_message, f.redirect_url, f.active
      from lead_forms f join accounts a on a.id = f.account_id where f.token = ${token}`
  if (!row) return undefined
  const { account, ...form } = row
  const acting = { type: 'system', id: null, name: form.name } as const
  return { ...form, actor: { ...acting, account, user_id: null, visibility: 'all', permissions: rights } }
}
