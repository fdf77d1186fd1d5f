import type { AgentBot } from '#contract/records/agent-bot.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { makerOf } from '#domains/access/makers.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** All bots, by name. */
export function list(ctx: Context): Promise<AgentBot[]> {
  return select(ctx, part`order by lower(b.name), b.id`)
}

export async function get(ctx: Context, id: string, lock: Part = emptyPart): Promise<AgentBot> {
  const [row] = await select(ctx, part`and b.id = ${id} ${lock}`)
  return row ?? reject('not_found', `There is no bot with id ${id}; see list_agent_bots.`, 'agent_bot_id')
}

/** The bot, locked until the transaction ends. */
export function getLocked(ctx: Context, id: string): Promise<AgentBot> {
  return get(ctx, id, part`for update of b`)
}

function select({ sql, actor }: Context, which: Part): Promise<AgentBot[]> {
  return sql<AgentBot>`
    select b.id, b.name, b.description, b.url, b.created_at, b.updated_at,
           array(select i.id::text from inboxes i where i.account_id = b.account_id and i.agent_bot_id = b.id order by i.id) as inbox_ids
      from agent_bots b where b.account_id = ${actor.account.id} ${which}`
}

export type Fields = Pick<AgentBot, 'name' | 'description' | 'url'>

export async function insert(ctx: Context, bot: Fields, token_hash: Buffer, secret: Buffer): Promise<AgentBot> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into agent_bots (account_id, name, description, url, token_hash, secret, created_at, updated_at)
    values (${ctx.actor.account.id}, ${bot.name}, ${bot.description}, ${bot.url}, ${token_hash}, ${secret}, ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export async function update(ctx: Context, id: string, bot: Fields): Promise<AgentBot> {
  await ctx.sql`
    update agent_bots set name = ${bot.name}, description = ${bot.description}, url = ${bot.url}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await deliverTo(ctx, id)
  return get(ctx, id)
}

export async function setToken({ sql, actor, now }: Context, id: string, token_hash: Buffer): Promise<void> {
  await sql`
    update agent_bots set token_hash = ${token_hash}, updated_at = ${now} where account_id = ${actor.account.id} and id = ${id}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from agent_bots where account_id = ${actor.account.id} and id = ${id}`
}

/** Attaches the bot to the inbox, or none. The bot it had before no longer receives its events. */
export async function attach(ctx: Context, inbox_id: string, bot_id: string | null): Promise<void> {
  const account_id = ctx.actor.account.id
  await ctx.sql`update inboxes set agent_bot_id = ${bot_id}, updated_at = ${ctx.now} where account_id = ${account_id} and id = ${inbox_id}`
  await ctx.sql`
    delete from webhooks where account_id = ${account_id} and inbox_id = ${inbox_id} and kind = 'bot'
       and agent_bot_id is distinct from ${bot_id}::bigint`
  if (bot_id !== null) await deliverTo(ctx, bot_id)
}

/** Events a bot receives of its inboxes. */
const events = [
  'message_created',
  'message_updated',
  'conversation_opened',
  'conversation_resolved',
  'conversation_status_changed',
  'conversation_updated',
  'webwidget_triggered',
]

/** Gives each inbox of the bot a webhook with its address; without an address there are none. */
async function deliverTo({ sql, actor, now }: Context, bot_id: string): Promise<void> {
  const account_id = actor.account.id
  await sql`
    delete from webhooks w using agent_bots b
     where w.account_id = ${account_id} and w.agent_bot_id = ${bot_id} and b.account_id = w.account_id and b.id = w.agent_bot_id and b.url is null`
  await sql`
    update webhooks w set url = b.url, maker = ${makerOf(actor)}, updated_at = ${now} from agent_bots b
     where w.account_id = ${account_id} and w.agent_bot_id = ${bot_id} and b.account_id = w.account_id and b.id = w.agent_bot_id
       and w.url is distinct from b.url`
  await sql`
    insert into webhooks (account_id, kind, url, description, events, inbox_id, agent_bot_id, enabled, secret, maker, created_by, created_at, updated_at)
    select b.account_id, 'bot', b.url, b.name, ${events}, i.id, b.id, true, b.secret, ${makerOf(actor)}, ${author(actor)}, ${now}, ${now}
      from agent_bots b join inboxes i on i.account_id = b.account_id and i.agent_bot_id = b.id
     where b.account_id = ${account_id} and b.id = ${bot_id} and b.url is not null
       and not exists (select from webhooks w where w.account_id = b.account_id and w.agent_bot_id = b.id and w.inbox_id = i.id)`
}
