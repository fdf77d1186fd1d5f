import type { Maker } from '#contract/records/author.ts'
import type { ReportSchedule } from '#contract/records/report-schedule.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { nextRun, type Timing } from './rules.ts'

/** Schedules the caller made or receives, and for an administrator all, newest first. */
export function list(ctx: Context): Promise<ReportSchedule[]> {
  return select(ctx, emptyPart)
}

export async function get(ctx: Context, id: string): Promise<ReportSchedule> {
  return (await select(ctx, part`and s.id = ${id}`))[0] ?? rejectMissing(id)
}

/** A schedule the caller may change, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<ReportSchedule> {
  const { sql, actor } = ctx
  await sql`select from report_schedules where account_id = ${actor.account.id} and id = ${id} for no key update`
  const schedule = await get(ctx, id)
  if (!schedule.can_change)
    reject('permission_denied', 'Only the person who scheduled this report or an administrator can change it.')
  return schedule
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no scheduled report ${id}; see list_report_schedules.`, 'report_schedule_id')
}

function select({ sql, actor }: Context, which: Part): Promise<ReportSchedule[]> {
  const own = actor.user_id
  const isMaker = part`(${actor.permissions.has('admin')}::boolean or coalesce((s.maker ->> 'user_id')::bigint = ${own}::bigint, false))`
  return sql<ReportSchedule>`
    select s.id, s.report, s.period, s.filters, s.every, s.weekday, s.month_day, s.hour,
           (select coalesce(jsonb_agg(jsonb_build_object('id', u.id::text, 'name', u.name) order by lower(u.name), u.id), '[]')
              from ${members(part`s`)}) as recipients,
           s.next_at is not null as active, jsonb_build_object('id', s.maker -> 'id', 'name', s.maker -> 'name') as created_by,
           ${isMaker} as can_change, s.next_at, s.last_at, s.error, s.created_at, s.updated_at
      from report_schedules s
     where s.account_id = ${actor.account.id} and (${isMaker} or ${own}::bigint = any(s.recipient_ids)) ${which}
     order by s.created_at desc, s.id desc`
}

/** Active members among the recipients of a schedule. */
function members(schedule: Part): Part {
  return part`memberships m join users u on u.id = m.user_id and u.disabled_at is null
    where m.account_id = ${schedule}.account_id and m.user_id = any(${schedule}.recipient_ids) and m.deactivated_at is null`
}

export type Fields = Timing & Pick<ReportSchedule, 'period' | 'filters' | 'active'> & { recipient_ids: string[] }

export async function insert(
  ctx: Context,
  report: ReportSchedule['report'],
  maker: Maker,
  fields: Fields,
): Promise<ReportSchedule> {
  const { sql, actor, now } = ctx
  const { period, filters, every, weekday, month_day, hour, recipient_ids } = fields
  const { id: account_id, time_zone } = actor.account
  const [row] = await sql<{ id: string }>`
    insert into report_schedules (account_id, report, period, filters, every, weekday, month_day, hour, recipient_ids, maker,
                                  time_zone, next_at, created_at, updated_at)
    values (${account_id}, ${report}, ${period}, ${JSON.stringify(filters)}::jsonb, ${every}, ${weekday}, ${month_day}, ${hour},
            ${recipient_ids}::bigint[], ${JSON.stringify(maker)}::jsonb, ${time_zone}, ${planned(ctx, fields)}, ${now}, ${now})
    returning id`
  return get(ctx, row!.id)
}

export async function update(ctx: Context, id: string, fields: Fields): Promise<ReportSchedule> {
  const { sql, actor, now } = ctx
  const { period, filters, every, weekday, month_day, hour, recipient_ids } = fields
  const { id: account_id, time_zone } = actor.account
  await sql`
    update report_schedules set period = ${period}, filters = ${JSON.stringify(filters)}::jsonb, every = ${every}, weekday = ${weekday},
           month_day = ${month_day}, hour = ${hour}, recipient_ids = ${recipient_ids}::bigint[], time_zone = ${time_zone},
           next_at = ${planned(ctx, fields)}, error = null, updated_at = ${now}
     where account_id = ${account_id} and id = ${id}`
  return get(ctx, id)
}

/** When it is sent next; null while it is paused. */
function planned({ now, actor }: Context, fields: Fields): Date | null {
  return fields.active ? nextRun(fields, now, actor.account.time_zone) : null
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from report_schedules where account_id = ${actor.account.id} and id = ${id}`
}

/** Emits an event for each recipient, for whom a subscriber computes the report with their own visibility. */
export async function emitDue(ctx: Context, id: string, at: string): Promise<void> {
  const people = await ctx.sql<{ id: string }>`
    select u.id from report_schedules s, lateral (select u.id from ${members(part`s`)}) u
     where s.account_id = ${ctx.actor.account.id} and s.id = ${id} order by u.id`
  for (const { id: user_id } of people) ctx.emit('report_schedule.due', { report_schedule_id: id, user_id, at })
}

/** The addresses of the recipients. */
export async function listAddresses({ sql, actor }: Context, id: string): Promise<string[]> {
  const rows = await sql<{ email: string }>`
    select u.email from report_schedules s, lateral (select u.email from ${members(part`s`)}) u
     where s.account_id = ${actor.account.id} and s.id = ${id}`
  return rows.map(({ email }) => email)
}

/** Notes that it was sent by hand. */
export async function noteSent({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`update report_schedules set last_at = ${now} where account_id = ${actor.account.id} and id = ${id}`
}

export type StoredSchedule = Pick<ReportSchedule, 'id' | 'report' | 'period' | 'filters'> & { maker: Maker }

/** Loads a schedule for the subscriber that mails it. */
export async function find(sql: Sql, account_id: string, id: string): Promise<StoredSchedule | undefined> {
  const [row] = await sql<StoredSchedule>`
    select id, report, period, filters, maker from report_schedules where account_id = ${account_id} and id = ${id}`
  return row
}

/** Records why the report could not be computed; null when it could. */
export async function recordError(sql: Sql, account_id: string, id: string, error: string | null): Promise<void> {
  await sql`
    update report_schedules set error = ${error?.slice(0, 1000) ?? null}
     where account_id = ${account_id} and id = ${id} and error is distinct from ${error?.slice(0, 1000) ?? null}`
}
