import { randomBytes } from 'node:crypto'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Fields } from './rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function get(ctx: Context, id: string): Promise<LeadForm> {
  const [row] = await select(ctx, part`and f.id = ${id}`)
  return row ?? rejectMissing(id)
}

/** The form, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<LeadForm> {
  const [row] = await select(ctx, part`and f.id = ${id} for update of f`)
  return row ?? rejectMissing(id)
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no lead form ${id}; find them with list_lead_forms.`, 'lead_form_id')
}

/** Forms, newest first; one more than the limit. */
export function list(ctx: Context, after: string[] | undefined, limit: number): Promise<LeadForm[]> {
  return select(
    ctx,
    part`${olderThan(after, part`f.created_at, f.id`)} order by f.created_at desc, f.id desc limit ${limit + 1}`,
  )
}

/** Inserts a form with a random token. */
export async function insert(ctx: Context, form: Fields): Promise<LeadForm> {
  const token = randomBytes(18).toString('base64url')
  const [row] = await ctx.sql<{ id: string }>`
    insert into lead_forms (account_id, name, token, pipeline_id, stage_id, owner_id, allowed_domains, fields, thanks_message,
                            redirect_url, active, created_at, updated_at)
    values (${ctx.actor.account.id}, ${form.name}, ${token}, ${form.pipeline_id}, ${form.stage_id}, ${form.owner_id},
            ${form.allowed_domains}, ${JSON.stringify(form.fields)}::jsonb, ${form.thanks_message}, ${form.redirect_url}, ${form.active},
            ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export async function update(ctx: Context, id: string, form: Fields): Promise<LeadForm> {
  await ctx.sql`
    update lead_forms set name = ${form.name}, pipeline_id = ${form.pipeline_id}, stage_id = ${form.stage_id}, owner_id = ${form.owner_id},
           allowed_domains = ${form.allowed_domains}, fields = ${JSON.stringify(form.fields)}::jsonb,
           thanks_message = ${form.thanks_message}, redirect_url = ${form.redirect_url}, active = ${form.active}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from lead_forms where account_id = ${actor.account.id} and id = ${id}`
}

/** Serialises identical submissions, so that the second finds the lead of the first. */
export async function lockSubmission({ sql, actor }: Context, digest: Buffer): Promise<void> {
  const key = `lead-form:${actor.account.id}:${digest.toString('base64')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}

const REPEAT_WINDOW = '60 seconds'

/** The lead of an identical submission within the repeat window. */
export async function findRecentSubmission({ sql, actor, now }: Context, id: string, digest: Buffer) {
  const [row] = await sql<{ lead_id: string }>`
    select lead_id from lead_form_submissions
     where account_id = ${actor.account.id} and lead_form_id = ${id} and digest = ${digest}
       and created_at > ${now}::timestamptz - ${REPEAT_WINDOW}::interval
     order by created_at desc limit 1`
  return row?.lead_id
}

export async function insertSubmission(
  { sql, actor, now }: Context,
  id: string,
  lead_id: string,
  digest: Buffer,
): Promise<void> {
  await sql`
    insert into lead_form_submissions (account_id, lead_form_id, lead_id, digest, created_at)
    values (${actor.account.id}, ${id}, ${lead_id}, ${digest}, ${now})`
}

/** Columns of a form as the API returns it. */
function select({ sql, actor, base_url }: Context, which: Part = emptyPart): Promise<LeadForm[]> {
  return sql<LeadForm>`
    select f.id, f.name, f.token, ${`${base_url}/forms/`}::text || f.token as url,
           case when p.id is not null then jsonb_build_object('id', p.id::text, 'name', p.name) end as pipeline,
           case when s.id is not null then jsonb_build_object('id', s.id::text, 'name', s.name) end as stage,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as owner,
           f.allowed_domains, f.fields, f.thanks_message, f.redirect_url, f.active, f.created_at, f.updated_at
      from lead_forms f
      left join pipelines p on p.account_id = f.account_id and p.id = f.pipeline_id
      left join stages s on s.account_id = f.account_id and s.id = f.stage_id
      left join users u on u.id = f.owner_id
     where f.account_id = ${actor.account.id} ${which}`
}
