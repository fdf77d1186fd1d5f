import { z } from 'zod'
import { type Contact, ContactImport } from '#contract/records/contact.ts'
import type { Label } from '#contract/records/label.ts'
import { attributes, id } from '#contract/scalars.ts'
import * as imports from '#domains/contacts/imports.ts'
import { contactFields } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'

const ERRORS_KEPT = 1000

/**
 * Some rows of an import, in one transaction with its progress: after a crash it goes on where it was, and no row
 * is taken twice. Behind no door; a subscriber calls it until the import is done.
 */
export const import_rows = operation({
  summary: 'Carry an import of contacts on by some rows.',
  rest: 'POST /contacts/imports/:import_id/rows',
  permission: 'contacts:write',
  input: z.strictObject({ import_id: id, from: z.int(), records: z.array(z.record(z.string(), z.string())) }),
  output: ContactImport,

  async run(ctx, { import_id, from, records }) {
    const job = await imports.getLocked(ctx, import_id)
    if (job.processed_rows !== from) reject('invalid_state', 'Another worker has carried this import on.')
    const progress: imports.Progress = { ...job, errors: [...job.errors] }
    const known = await knownContacts(ctx, records)
    for (const [i, record] of records.entries()) {
      try {
        const plan = planRow(ctx.actor.account.country, record, known)
        plan.contact.id = job.dry_run ? (plan.before?.id ?? `of row ${i + 2}`) : await apply(ctx, plan)
        remember(known, plan.contact)
        if (plan.before) progress.updated_count++
        else progress.created_count++
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        progress.failed_count++
        const row = job.processed_rows + i + 2
        const field = error.extra.errors?.[0]?.field ?? null
        if (progress.errors.length < ERRORS_KEPT) progress.errors.push({ row, field, detail: error.message })
      }
    }
    progress.processed_rows += records.length
    progress.status = progress.processed_rows >= job.total_rows ? 'done' : 'running'
    return imports.advance(ctx, import_id, progress)
  },
})

type Known = { labels: Label[]; byPhone: Map<string, Planned>; byEmail: Map<string, Planned> }
type Planned = rules.Fields & { id: string; labels: string[] }
type Plan = { before: Planned | undefined; contact: Planned; labels: Label[] }

/** Every contact these rows could mean, held until the transaction ends, by what they are known by. */
async function knownContacts(ctx: Context, records: Record<string, string>[]): Promise<Known> {
  const country = ctx.actor.account.country
  const phones = records.map((record) => attempt(() => rules.phoneNumber(record.phone_number ?? '', country)))
  const emails = records.map((record) => attempt(() => rules.emailAddress(record.email ?? '')))
  const known: Known = { labels: await labels.list(ctx), byPhone: new Map(), byEmail: new Map() }
  for (const contact of await contacts.findByChannels(ctx, phones, emails)) remember(known, contact)
  return known
}

function attempt(normalise: () => string): string {
  try {
    return normalise()
  } catch {
    return ''
  }
}

function remember(known: Known, contact: Planned): void {
  if (contact.phone_number) known.byPhone.set(contact.phone_number, contact)
  if (contact.email) known.byEmail.set(contact.email, contact)
}

const row = z.object({ name: z.string().max(255), ...contactFields }).partial()

/** What a row means for the workspace: a new contact, or a change to one. Empty cells change nothing. */
function planRow(country: string, record: Record<string, string>, known: Known): Plan {
  const filled = Object.fromEntries(Object.entries(record).filter(([column, value]) => column && value))
  const { labels: titles = '', ...cells } = filled
  const { custom_attributes, ...fields } = split(cells)
  const parsed = row.safeParse(fields)
  if (!parsed.success) throw invalidInput(parsed.error, fields)
  const patch = { ...parsed.data, custom_attributes }
  const byPhone = fields.phone_number ? known.byPhone.get(rules.phoneNumber(fields.phone_number, country)) : undefined
  const byEmail = fields.email ? known.byEmail.get(rules.emailAddress(fields.email)) : undefined
  if (byPhone && byEmail && byPhone.id !== byEmail.id) {
    reject(
      'duplicate_value',
      `The phone number belongs to contact ${byPhone.id} and the e-mail to ${byEmail.id}; merge them first.`,
      'email',
    )
  }
  const before = byPhone ?? byEmail
  const after = before ? rules.revise(before, patch, country) : rules.create(patch, country)
  const carried = titles
    .split(/[;,]/)
    .map((title) => title.trim())
    .filter(Boolean)
  const chosen = carried.map((title) => labels.pick(known.labels, title))
  return { before, contact: { ...after, id: before?.id ?? '', labels: before?.labels ?? [] }, labels: chosen }
}

/** The columns that are fields of a contact, and the others, which are custom attributes. */
function split(cells: Record<string, string>) {
  const isField = ([column]: [string, string]) => column in row.shape
  const rest = attributes.safeParse(Object.fromEntries(Object.entries(cells).filter((cell) => !isField(cell))))
  if (!rest.success) throw invalidInput(rest.error, cells)
  const fields: Record<string, string> = Object.fromEntries(Object.entries(cells).filter(isField))
  return { ...fields, custom_attributes: rest.data } as Record<string, string> & {
    custom_attributes: Contact['custom_attributes']
  }
}

async function apply(ctx: Context, { before, contact, labels: carried }: Plan): Promise<string> {
  const { id: known_id, labels: _, ...fields } = contact
  const changes = before ? rules.changes(before, fields) : {}
  const changed = !before || Object.keys(changes).length > 0
  const saved = before
    ? changed
      ? await contacts.update(ctx, known_id, fields)
      : undefined
    : await contacts.insert(ctx, fields)
  const id = saved?.id ?? known_id
  for (const label of carried) {
    const added = await contacts.tag(ctx, id, label.id)
    if (before && added) ctx.emit('contact.label_added', { contact: await contacts.get(ctx, id), label })
  }
  if (!before) ctx.emit('contact.created', { contact: { ...saved!, labels: carried.map((label) => label.title) } })
  else if (saved) ctx.emit('contact.updated', { contact: saved, changes })
  return id
}
