import { emptyPart, part, type Part } from '#db/sql.ts'
import { whereContactVisible, whereVisible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Rejects a deletion that would destroy conversations the caller may not see or change. */
export async function checkMayDelete(ctx: Context, contact_id: string): Promise<void> {
  const { total } = await checkSeesAll(ctx, contact_id, 'delete')
  if (total > 0 && !ctx.actor.permissions.has('conversations:write'))
    reject('permission_denied', 'This contact has conversations, so deleting it also needs conversations:write.')
}

/** Rejects unless the caller sees every conversation of the contact. */
export async function checkSeesAll(ctx: Context, contact_id: string, action: string) {
  const counts = await countConversations(ctx, contact_id)
  if (counts.hidden > 0)
    reject(
      'permission_denied',
      `You can’t ${action} this contact, because it has conversations you can’t see; ask someone who sees them all.`,
    )
  return counts
}

/** Number of conversations of the contact that meet the condition on `v`, and how many of them the caller may not see. */
export async function countConversations(
  { sql, actor }: Context,
  contact_id: string,
  condition: Part = emptyPart,
): Promise<{ total: number; hidden: number }> {
  const seen = part`true ${whereVisible(actor, part`v.assignee_id`, part`v.team_id`)}`
  const [row] = await sql<{ total: number; hidden: number }>`
    select count(*)::int as total, (count(*) - count(*) filter (where ${seen}))::int as hidden
      from conversations v where v.account_id = ${actor.account.id} and v.contact_id = ${contact_id} ${condition}`
  return row!
}

/** Rejects what would join or change contacts that the caller may not see, found by phone number or e-mail. */
export async function checkContactsVisible({ sql, actor }: Context, found: readonly { id: string }[]): Promise<void> {
  const visible = whereContactVisible(actor, part`c`)
  if (visible === emptyPart || found.length === 0) return
  const seen = await sql`
    select from contacts c
     where c.account_id = ${actor.account.id} and c.id = any(${found.map(({ id }) => id)}::bigint[]) ${visible}`
  if (seen.length < found.length)
    reject(
      'permission_denied',
      'This phone number or e-mail belongs to a contact you can’t see; ask someone who sees all contacts.',
    )
}
