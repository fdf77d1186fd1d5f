import type { Label } from '#contract/records/label.ts'
import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { choose } from '#kernel/reference.ts'

/** All labels of the workspace, in the order people gave them, then by title. */
export function list({ sql, actor }: Context): Promise<Label[]> {
  return sql<Label>`
    select ${columns} from labels where account_id = ${actor.account.id} order by position nulls last, lower(title), id`
}

/** The label the caller means, by id or by title. */
export async function get(
  ctx: Context,
  { label_id, label_title }: { label_id?: string | undefined; label_title?: string | undefined },
) {
  return choose(await list(ctx), { id: label_id, name: label_title }, kind)
}

/** The label, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked({ sql, actor }: Context, id: string): Promise<Label> {
  const [row] =
    await sql<Label>`select ${columns} from labels where account_id = ${actor.account.id} and id = ${id} for update`
  return row ?? reject('not_found', `There is no label with id ${id}.`, 'label_id')
}

/** The labels of these titles, each of which must exist. */
export async function getAll(ctx: Context, titles: readonly string[]): Promise<Label[]> {
  if (titles.length === 0) return []
  const all = await list(ctx)
  return titles.map((title) => pick(all, title))
}

/** The label of this title among those given. */
export function pick(all: readonly Label[], title: string): Label {
  return choose(all, { name: title }, { ...kind, fields: ['labels', 'labels'] })
}

/** Which labels must be put on and which taken off, so that what carries these titles carries exactly those. */
export async function difference(
  ctx: Context,
  carried: readonly string[],
  wanted: readonly string[],
): Promise<{ added: Label[]; removed: Label[] }> {
  const all = await list(ctx)
  const had = all.filter((label) => carried.includes(label.title))
  const want = [...new Set(wanted.map((title) => pick(all, title)))]
  return {
    added: want.filter((label) => !had.includes(label)),
    removed: had.filter((label) => !want.includes(label)),
  }
}

const kind = { what: 'label', fields: ['label_title', 'label_id'], names: (label: Label) => [label.title] } as const

export type Fields = Pick<Label, 'title' | 'description' | 'color'>

export async function insert({ sql, actor, now }: Context, label: Fields): Promise<Label> {
  const [row] = await sql<Label>`
    insert into labels (account_id, title, description, color, created_at, updated_at)
    values (${actor.account.id}, ${label.title}, ${label.description}, ${label.color}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function update({ sql, actor, now }: Context, id: string, label: Fields): Promise<Label> {
  const [row] = await sql<Label>`
    update labels set title = ${label.title}, description = ${label.description}, color = ${label.color}, updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from labels where account_id = ${actor.account.id} and id = ${id}`
}

const DEFAULT_COLOR = '#1f93ff'

/** A label as it will be stored: a trimmed title, a colour in lower-case hex. */
export function clean(label: {
  title: string
  description?: string | null | undefined
  color?: string | undefined
}): Fields {
  const title = label.title.trim()
  if (!title) reject('missing_field', 'A label needs a title.', 'title')
  const color = (label.color || DEFAULT_COLOR).toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(color)) reject('invalid_value', 'Write the color as hex, such as #1f93ff.', 'color')
  return { title, description: label.description?.trim() || null, color }
}

const columns = part`id, title, description, color, created_at, updated_at`
