import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { TemplateParameters } from '#contract/template-parameters.ts'
import { part } from '#db/sql.ts'
import type { ProviderTemplate } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

const columns = part`id, name, language, category, status, parameter_format, components, rejected_reason, updated_at`

/** Templates of an inbox, by name and language. */
export function list({ sql, actor }: Context, inbox_id: string): Promise<ChannelTemplate[]> {
  return sql<ChannelTemplate>`
    select ${columns} from channel_templates
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} order by name, language`
}

export async function find(
  { sql, actor }: Context,
  inbox_id: string,
  { name, language }: { name: string; language: string },
): Promise<ChannelTemplate | undefined> {
  const [row] = await sql<ChannelTemplate>`
    select ${columns} from channel_templates
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} and name = ${name} and language = ${language}`
  return row
}

/** Templates of this name and language in any inbox. */
export function listNamed(
  { sql, actor }: Context,
  { name, language }: { name: string; language: string },
): Promise<ChannelTemplate[]> {
  return sql<ChannelTemplate>`
    select ${columns} from channel_templates where account_id = ${actor.account.id} and name = ${name} and language = ${language}
     order by id`
}

/** Stores a template, replacing the one of the same name and language. */
export async function save(ctx: Context, inbox_id: string, template: ProviderTemplate): Promise<ChannelTemplate> {
  await saveAll(ctx, inbox_id, [template])
  return (await find(ctx, inbox_id, template))!
}

/** Replaces all templates by those the provider has now. */
export async function replaceAll(
  ctx: Context,
  inbox_id: string,
  templates: readonly ProviderTemplate[],
): Promise<void> {
  const kept = templates.map(({ name, language }) => `${name}\n${language}`)
  await ctx.sql`
    delete from channel_templates
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id} and name || e'\\n' || language <> all(${kept}::text[])`
  await saveAll(ctx, inbox_id, templates)
  await ctx.sql`
    update channel_connections set templates_synced_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id}`
}

async function saveAll(
  { sql, actor, now }: Context,
  inbox_id: string,
  templates: readonly ProviderTemplate[],
): Promise<void> {
  if (templates.length === 0) return
  await sql`
    insert into channel_templates (account_id, inbox_id, external_id, name, language, category, status, parameter_format, components,
                                   rejected_reason, updated_at)
    select distinct on (t.name, t.language) ${actor.account.id}, ${inbox_id}, t.external_id, t.name, t.language, t.category, t.status,
           t.parameter_format, t.components, t.rejected_reason, ${now}
      from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t (
        external_id text, name text, language text, category text, status text, parameter_format text, components jsonb, rejected_reason text)
    on conflict on constraint channel_templates_name_unique do update
       set external_id = excluded.external_id, category = excluded.category, status = excluded.status,
           parameter_format = excluded.parameter_format, components = excluded.components,
           rejected_reason = excluded.rejected_reason, updated_at = excluded.updated_at`
}

/** Records what the provider decided about a template. */
export async function setTemplateStatus(
  { sql, actor, now }: Context,
  inbox_id: string,
  { name, language, status, reason }: { name: string; language: string; status: string; reason?: string | undefined },
): Promise<void> {
  await sql`
    update channel_templates set status = ${status}, rejected_reason = ${reason ?? null}, updated_at = ${now}
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} and name = ${name} and language = ${language}`
}

/** The text of the body with its values, as the customer reads it. */
export function render({ components }: ChannelTemplate, { body = {} }: TemplateParameters): string {
  const text = components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.['text']
  const values: Record<string, string> = Array.isArray(body)
    ? Object.fromEntries(body.map((value, i) => [String(i + 1), value]))
    : (body as Record<string, string>)
  return String(text ?? '').replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => values[key] ?? whole)
}
