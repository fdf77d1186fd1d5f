import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { type Contact, ContactImport } from '#contract/records/contact.ts'
import type { Label } from '#contract/records/label.ts'
import { attributes, id, line } from '#contract/scalars.ts'
import { attributeOf, readList } from '#domains/contacts/csv.ts'
import * as imports from '#domains/contacts/imports.ts'
import { contactFields } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { conform, type Defined } from '#domains/workspace/attribute-rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'

const ERRORS_KEPT = 1000
/** Others wait while rows are planned; a dry run has up to a hundred thousand. */
const ROWS_AT_A_STRETCH = 200

const Line = z.object({ row: z.int(), cells: z.record(z.string(), z.string()) })
type Line = z.output<typeof Line>

/**
 * Some rows of an import, in one transaction with its progress: after a crash it goes on where it was, and no row
 * is taken twice. Behind no door; a subscriber calls it until the import is done.
 */
export const import_rows = operation({
  summary: 'Carry an import of contacts on by some rows.',
  rest: 'POST /contacts/imports/:import_id/rows',
  permission: 'contacts:write',
  input: z.strictObject({ import_id: id, from: z.int(), records: z.array(Line) }),
  output: ContactImport,

  async run(ctx, { import_id, from, records }) {
    const job = await imports.getLocked(ctx, import_id)
    if (job.processed_rows !== from) reject('invalid_state', 'Another worker has carried this import on.')
    const progress: imports.Progress = { ...job, errors: [...job.errors] }
    const known = await knownContacts(ctx, records)
    for (const { row, cells } of records) {
      if (row % ROWS_AT_A_STRETCH === 0) await breathe()
      try {
        const plan = planRow(ctx.actor.account.country, cells, known)
        plan.contact.id = job.dry_run ? (plan.before?.id ?? `of row ${row}`) : await apply(ctx, plan)
        replace(known, plan.before, plan.contact)
        if (plan.before) progress.updated_count++
        else progress.created_count++
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        progress.failed_count++
        const field = error.extra.errors?.[0]?.field ?? null
        const { code, message: detail } = error
        if (progress.errors.length < ERRORS_KEPT) progress.errors.push({ row, field, code, detail })
      }
    }
    progress.processed_rows += records.length
    progress.status = progress.processed_rows >= job.total_rows ? 'done' : 'running'
    return imports.advance(ctx, import_id, progress)
  },
})

type Known = { labels: Label[]; defined: Defined[]; byPhone: Map<string, Planned>; byEmail: Map<string, Planned> }
type Planned = rules.Fields & { id: string; labels: string[] }
type Plan = { before: Planned | undefined; contact: Planned; labels: Label[] }

/** Every contact these rows could mean, held until the transaction ends, by what they are known by. */
async function knownContacts(ctx: Context, records: Line[]): Promise<Known> {
  const country = ctx.actor.account.country
  const phones: string[] = []
  const emails: string[] = []
  for (const { row, cells } of records) {
    if (row % ROWS_AT_A_STRETCH === 0) await breathe()
    phones.push(attempt(() => rules.phoneNumber(cells.phone_number ?? '', country)))
    emails.push(attempt(() => rules.emailAddress(cells.email ?? '')))
  }
  const defined = await customAttributes.definitions(ctx, 'contact_attribute')
  const known: Known = { labels: await labels.list(ctx), defined, byPhone: new Map(), byEmail: new Map() }
  for (const contact of await contacts.findByChannels(ctx, phones, emails)) replace(known, undefined, contact)
  return known
}

function attempt(normalise: () => string): string {
  try {
    return normalise()
  } catch {
    return ''
  }
}

/** The contact as it is now known; what it was known by before may since belong to another. */
function replace(known: Known, before: Planned | undefined, contact: Planned): void {
  if (before?.phone_number) known.byPhone.delete(before.phone_number)
  if (before?.email) known.byEmail.delete(before.email)
  if (contact.phone_number) known.byPhone.set(contact.phone_number, contact)
  if (contact.email) known.byEmail.set(contact.email, contact)
}

const fieldsOfRow = z.object({ name: line, ...contactFields }).partial()

/** What a row means for the workspace: a new contact, or a change to one. Empty cells change nothing. */
function planRow(country: string, record: Record<string, string>, known: Known): Plan {
  const filled = Object.fromEntries(Object.entries(record).filter(([column, value]) => column && value.trim()))
  const { labels: titles = '', ...cells } = filled
  const { custom_attributes, ...fields } = split(cells)
  const parsed = fieldsOfRow.safeParse(fields)
  if (!parsed.success) throw invalidInput(parsed.error, fields)
  const patch = { ...parsed.data, custom_attributes: conform(known.defined, custom_attributes) }
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
  const chosen = readList(titles).map((title) => labels.pick(known.labels, title))
  return { before, contact: { ...after, id: before?.id ?? '', labels: before?.labels ?? [] }, labels: chosen }
}

/** The columns that are fields of a contact, and the others, which are custom attributes. */
function split(cells: Record<string, string>) {
  const isField = ([column]: [string, string]) => Object.hasOwn(fieldsOfRow.shape, column)
  const others = Object.entries(cells).filter((cell) => !isField(cell))
  const rest = attributes.safeParse(Object.fromEntries(others.map(([column, value]) => [attributeOf(column), value])))
  if (!rest.success) throw invalidInput(rest.error, cells)
  const fields: Record<string, string> = Object.fromEntries(Object.entries(cells).filter(isField))
  return { ...fields, custom_attributes: rest.data } as Record<string, string> & {
    custom_attributes: Contact['custom_attributes']
  }
}

async function apply(ctx: Context, { before, contact, labels: carried }: Plan): Promise<string> {
  const { id, labels: _, ...fields } = contact
  if (!before) {
    const made = await contacts.insert(ctx, fields, carried)
    ctx.emit('contact.created', { contact: made })
    return made.id
  }
  const changes = rules.changes(before, fields)
  if (Object.keys(changes).length > 0) {
    ctx.emit('contact.updated', { contact: await contacts.update(ctx, id, fields), changes })
  }
  for (const label of carried) {
    const added = await contacts.tag(ctx, id, label.id)
    if (added) ctx.emit('contact.label_added', { contact: await contacts.get(ctx, id), label })
  }
  return id
}
