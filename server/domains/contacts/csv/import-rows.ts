import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import type { Label } from '#contract/records/label.ts'
import { line } from '#contract/scalars.ts'
import { readList } from './table.ts'
import { splitCells } from './cells.ts'
import { importRows, type Line, rows_input, ROWS_BEFORE_YIELD } from './import-job.ts'
import { contactFields } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as rules from '#domains/contacts/rules.ts'
import { checkContactsVisible } from '#domains/contacts/hidden-conversations.ts'
import * as contacts from '#domains/contacts/store.ts'
import { conform, type AttributeSchema } from '#domains/workspace/custom-attributes/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'

/** Internal: a subscriber calls it until the import is done. */
export const import_rows = operation({
  summary: 'Import the next rows of a contact import.',
  rest: 'POST /contacts/imports/:import_id/rows',
  permission: 'contacts:write',
  input: rows_input,
  output: ContactImport,

  run: (ctx, input) =>
    importRows(ctx, 'contacts', input, async (dry_run) => {
      const known = await loadKnownContacts(ctx, input.records)
      return async ({ row, cells }) => {
        const plan = planRow(ctx.actor.account.country, cells, known)
        plan.contact.id = dry_run ? (plan.before?.id ?? `of row ${row}`) : await apply(ctx, plan)
        reindex(known, plan.before, plan.contact)
        return plan.before ? 'updated' : 'created'
      }
    }),
})

type KnownContacts = {
  labels: Label[]
  defined: AttributeSchema[]
  byPhone: Map<string, PlannedContact>
  byEmail: Map<string, PlannedContact>
}
type PlannedContact = rules.Fields & { id: string; labels: string[] }
type Plan = { before: PlannedContact | undefined; contact: PlannedContact; labels: Label[] }

/** Locks and indexes every contact that these rows could refer to. */
async function loadKnownContacts(ctx: Context, records: readonly Line[]): Promise<KnownContacts> {
  const country = ctx.actor.account.country
  const phones: string[] = []
  const emails: string[] = []
  for (const { row, cells } of records) {
    if (row % ROWS_BEFORE_YIELD === 0) await yieldToEventLoop()
    phones.push(orEmpty(() => rules.phoneNumber(cells.phone_number ?? '', country)))
    emails.push(orEmpty(() => rules.emailAddress(cells.email ?? '')))
  }
  const defined = await customAttributes.definitions(ctx, 'contact_attribute')
  const known: KnownContacts = { labels: await labels.list(ctx), defined, byPhone: new Map(), byEmail: new Map() }
  const found = await contacts.findByChannels(ctx, phones, emails)
  await checkContactsVisible(ctx, found)
  for (const contact of found) reindex(known, undefined, contact)
  return known
}

function orEmpty(normalise: () => string): string {
  try {
    return normalise()
  } catch {
    return ''
  }
}

/** Updates the index after a row; the previous phone and e-mail may now belong to another contact. */
function reindex(known: KnownContacts, before: PlannedContact | undefined, contact: PlannedContact): void {
  if (before?.phone_number) known.byPhone.delete(before.phone_number)
  if (before?.email) known.byEmail.delete(before.email)
  if (contact.phone_number) known.byPhone.set(contact.phone_number, contact)
  if (contact.email) known.byEmail.set(contact.email, contact)
}

const fieldsOfRow = z.object({ name: line, ...contactFields }).partial()
const columns = [...Object.keys(fieldsOfRow.shape), 'labels']

/** Plans a row: a new contact or a change to an existing one. Empty cells change nothing. */
function planRow(country: string, record: Record<string, string>, known: KnownContacts): Plan {
  const { cells, custom_attributes } = splitCells(record, columns)
  const { labels: titles = '', ...fields } = cells
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

async function apply(ctx: Context, { before, contact, labels: added }: Plan): Promise<string> {
  const { id, labels: _, ...fields } = contact
  if (!before) {
    const created = await contacts.insert(ctx, fields, added)
    ctx.emit('contact.created', { contact: created })
    return created.id
  }
  const changes = rules.changes(before, fields)
  if (Object.keys(changes).length > 0) {
    ctx.emit('contact.updated', { contact: await contacts.update(ctx, id, fields), changes })
  }
  for (const label of added) {
    const isNew = await contacts.tag(ctx, id, label.id)
    if (isNew) ctx.emit('contact.label_added', { contact: await contacts.get(ctx, id), label })
  }
  return id
}
