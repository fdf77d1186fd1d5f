import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import { findOfInbox, listBeside } from '#domains/access/public/connections.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_inbox = operation({
  summary: 'Delete an inbox with its conversations, messages and canned responses. This cannot be undone.',
  description: 'Needs sight of all its conversations, and conversations:write if it has any.',
  rest: 'DELETE /inboxes/:inbox_id',
  permission: ['workspace:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  // Read before its credentials are gone.
  async prepare(ctx, { inbox_id }) {
    const connection = await findOfInbox(ctx.sql, ctx, ctx.actor.account.id, inbox_id)
    const connector = connection && ctx.channels?.connectors[connection.channel]
    if (!connection || !connector?.disconnect) return undefined
    const others = connector.sharesSubscription ? await listBeside(ctx.sql, ctx, connection) : []
    const isShared = others.some((other) => connector.sharesSubscription!(connection, other))
    return isShared ? undefined : connection
  },

  async run(ctx, { inbox_id }) {
    const inbox = await inboxes.getLocked(ctx, inbox_id)
    await checkMayDelete(ctx, inbox_id)
    await inboxes.remove(ctx, inbox_id)
    ctx.emit('inbox.deleted', { inbox })
    return { id: inbox_id, deleted: true as const }
  },

  async finish({ channels }, connection) {
    if (connection) await channels?.connectors[connection.channel]?.disconnect?.(connection, channels.http)
  },
})

/** Rejects a deletion that would destroy conversations the caller may not see or change. */
async function checkMayDelete({ sql, actor }: Context, inbox_id: string): Promise<void> {
  const seen = part`true ${whereVisible(actor, part`v.assignee_id`, part`v.team_id`)}`
  const [row] = await sql<{ some: boolean; hidden: boolean }>`
    select count(*) > 0 as some, coalesce(bool_or((${seen}) is not true), false) as hidden
      from conversations v where v.account_id = ${actor.account.id} and v.inbox_id = ${inbox_id}`
  if (row!.hidden)
    reject(
      'permission_denied',
      'You can’t delete this inbox, because it has conversations you can’t see; ask someone who sees them all.',
    )
  if (row!.some && !actor.permissions.has('conversations:write'))
    reject('permission_denied', 'This inbox has conversations, so deleting it also needs conversations:write.')
}
