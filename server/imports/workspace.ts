import * as labels from '#domains/contacts/labels/store.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import * as rules from '#domains/workspace/rules.ts'
import * as teams from '#domains/workspace/teams.ts'
import type { Context } from '#kernel/operation.ts'
import { findImported, type Job, saveImported, step, tryStep } from './job.ts'
import { importInboxes } from './inboxes.ts'
import {
  clean,
  type SourceAgent,
  type SourceAttribute,
  type SourceCanned,
  type SourceLabel,
  type SourceTeam,
} from './source.ts'

/** Agents, teams, labels, inboxes, attributes and canned responses: everything conversations refer to. */
export async function importWorkspace(job: Job): Promise<void> {
  const { client } = job
  await importEach(job, 'agents', await client.get<SourceAgent[]>('/agents'), ({ email }) => email, importAgent)
  await importTeams(job)
  const { payload } = await client.get<{ payload: SourceLabel[] }>('/labels')
  await importEach(job, 'labels', payload, ({ title }) => title, importLabel)
  await importInboxes(job)
  for (const attribute_model of ['0', '1']) {
    const found = await client.get<SourceAttribute[]>('/custom_attribute_definitions', { attribute_model })
    await importEach(job, 'attributes', found, ({ attribute_key }) => attribute_key, importAttribute)
  }
  const responses = await client.get<SourceCanned[]>('/canned_responses')
  await importEach(job, 'canned_responses', responses, ({ short_code }) => short_code, importCanned)
}

/** Takes over records one by one; those of an earlier import stay as they are. */
export async function importEach<T extends { id: number }>(
  job: Job,
  kind: string,
  records: readonly T[],
  nameOf: (record: T) => string,
  insert: (ctx: Context, record: T) => Promise<{ id: string; isNew: boolean }>,
): Promise<void> {
  for (const [done, record] of records.entries()) {
    job.onProgress(kind, done, records.length)
    await tryStep(job, kind, nameOf(record), async (ctx) => {
      if ((await findImported(ctx, job, kind, [record.id])).size > 0) return job.summary.add(kind, false)
      const { id, isNew } = await insert(ctx, record)
      await saveImported(ctx, job, kind, record.id, id)
      job.summary.add(kind, isNew)
    })
  }
}

/** Members keep their role here. A new person sets a password by the link of "forgotten password". */
async function importAgent({ sql, actor }: Context, { name, email, role }: SourceAgent) {
  const [member] = await sql<{ id: string }>`
    select u.id from users u join memberships m on m.user_id = u.id
     where m.account_id = ${actor.account.id} and u.email = ${email.trim().toLowerCase()}`
  if (member) return { id: member.id, isNew: false }
  const fields = {
    account_id: actor.account.id,
    name: clean(name, 255) || email,
    email,
    role: role === 'administrator' ? ('administrator' as const) : ('agent' as const),
  }
  return { id: (await createUser(sql, fields)).id, isNew: true }
}

async function importTeams(job: Job): Promise<void> {
  const found = await job.client.get<SourceTeam[]>('/teams')
  const members = new Map<number, SourceAgent[]>()
  for (const { id } of found) members.set(id, await job.client.get<SourceAgent[]>(`/teams/${id}/team_members`))
  const agents = await step(job, (ctx) => findImported(ctx, job, 'agents'))
  await importEach(
    job,
    'teams',
    found,
    ({ name }) => name,
    async (ctx, { id, name, description, allow_auto_assign }) => {
      const known = (await teams.list(ctx)).find((team) => team.name.toLowerCase() === name.toLowerCase())
      if (known) return { id: known.id, isNew: false }
      const wanted = (members.get(id) ?? []).flatMap((agent) => agents.get(String(agent.id))?.record_id ?? [])
      const fields = {
        name: clean(name, 255),
        description: description ?? null,
        allow_auto_assign: allow_auto_assign ?? true,
      }
      const team = await teams.insert(
        ctx,
        fields,
        wanted.map((user_id) => ({ id: user_id })),
      )
      return { id: team.id, isNew: true }
    },
  )
}

async function importLabel(ctx: Context, { title, description, color }: SourceLabel) {
  const known = (await labels.list(ctx)).find((label) => label.title.toLowerCase() === title.toLowerCase())
  if (known) return { id: known.id, isNew: false }
  const label = await labels.insert(
    ctx,
    labels.clean({ title: clean(title, 255), description, color: color || undefined }),
  )
  return { id: label.id, isNew: true }
}

async function importAttribute(ctx: Context, source: SourceAttribute) {
  const { attribute_key: key, attribute_model: model } = source
  const known = (await customAttributes.list(ctx)).find((each) => each.key === key && each.model === model)
  if (known) return { id: known.id, isNew: false }
  const values = (source.attribute_values ?? []).filter((value) => value !== null).map((value) => clean(value, 255))
  const definition = rules.definition({
    display_name: clean(source.attribute_display_name, 255),
    key,
    model,
    type: source.attribute_display_type as never,
    description: source.attribute_description ?? null,
    values: source.attribute_display_type === 'list' ? values : [],
  })
  return { id: (await customAttributes.insert(ctx, definition)).id, isNew: true }
}

/** Ours belong to an inbox; the other product's belong to none, so they go to the oldest. */
async function importCanned(ctx: Context, { short_code, content }: SourceCanned) {
  const fields = { short_code: rules.shortCode(clean(short_code, 50)), content: rules.content(clean(content, 20_000)) }
  const [inbox] = await ctx.sql<{ id: string }>`
    select id from inboxes where account_id = ${ctx.actor.account.id} order by created_at, id limit 1`
  const known = (await canned.list(ctx)).find(
    (each) => each.short_code.toLowerCase() === fields.short_code.toLowerCase(),
  )
  if (known) return { id: known.id, isNew: false }
  return { id: (await canned.insert(ctx, inbox!.id, fields)).id, isNew: true }
}
