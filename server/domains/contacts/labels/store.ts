import type { Label } from '#contract/records/label.ts'
import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { choose } from '#kernel/filters/reference.ts'

/** All labels, in their manual order, then by title. */
export function list({ sql, actor }: Context): Promise<Label[]> {
  return sql<Label>`
    select ${columns} from labels where account_id = ${actor.account.id} order by position nulls last, lower(title), id`
}

/** Resolves a label by id or title. */
export async function get(
  ctx: Context,
  { label_id, label_title }: { label_id?: string | undefined; label_title?: string | undefined },
) {
  return choose(await list(ctx), { id: label_id, name: label_title }, kind)
}

/** Locks the label until the transaction ends. */
export async function getLocked({ sql, actor }: Context, id: string): Promise<Label> {
  const [row] =
    await sql<Label>`select ${columns} from labels where account_id = ${actor.account.id} and id = ${id} for update`
  return row ?? reject('not_found', `There is no label with id ${id}; see list_labels.`, 'label_id')
}

/** Resolves titles; rejects unknown ones. */
export async function getAll(ctx: Context, titles: readonly string[]): Promise<Label[]> {
  if (titles.length === 0) return []
  const all = await list(ctx)
  return titles.map((title) => pick(all, title))
}

/** Resolves a title among loaded labels. */
export function pick(all: readonly Label[], title: string): Label {
  return choose(all, { name: title }, { ...kind, fields: ['labels', 'labels'] })
}

/** Labels to add and to remove to get from the current titles to the wanted ones. */
export async function difference(
  ctx: Context,
  current: readonly string[],
  wanted: readonly string[],
): Promise<{ added: Label[]; removed: Label[] }> {
  const all = await list(ctx)
  const before = all.filter((label) => current.includes(label.title))
  const after = [...new Set(wanted.map((title) => pick(all, title)))]
  return {
    added: after.filter((label) => !before.includes(label)),
    removed: before.filter((label) => !after.includes(label)),
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

/** Normalises a label: trimmed title, colour in lower-case hex. */
export function clean(label: {
  title: string
  description?: string | null | undefined
  color?: string | undefined
}): Fields {
  const title = label.title.trim()
  if (!title) reject('missing_field', 'A label needs a title.', 'title')
  const color = (label.color || DEFAULT_COLOR).toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(color)) reject('invalid_value', 'Give the color in hex, such as #1f93ff.', 'color')
  return { title, description: label.description?.trim() || null, color }
}

const columns = part`id, title, description, color, created_at, updated_at`
