import { part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { appUrl, sharedJoins, visibleTo } from './columns.ts'

/** Open leads and opportunities of a contact that the caller may see, newest first. */
export function openRecordsOf(ctx: Context, contact_id: string, limit: number): Part {
  const select = (type: 'lead' | 'opportunity', of: Part, table: Part, amount: Part, statuses: Part, folder: string) =>
    part`select ${type}::text as type, ${of}.id::text as id, ${of}.name, p.name as pipeline, s.name as stage, ${of}.${amount} as amount,
                ${of}.currency, u.name as owner, ${appUrl(ctx, folder, part`${of}.id`)} as url, ${of}.created_at
           from ${table} ${of} ${sharedJoins(of)}
          where ${of}.account_id = ${ctx.actor.account.id} and ${of}.contact_id = ${contact_id} and ${of}.status in (${statuses}) ${visibleTo(ctx, of)}`
  return part`
    ${select('lead', part`l`, part`leads`, part`estimated_value`, part`'new', 'qualified'`, 'leads')}
    union all
    ${select('opportunity', part`o`, part`opportunities`, part`amount`, part`'open'`, 'opportunities')}
    order by created_at desc, id desc limit ${limit}`
}
