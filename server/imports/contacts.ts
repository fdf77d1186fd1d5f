import * as contacts from '#domains/contacts/store.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import type { Context } from '#kernel/operation.ts'
import { importContactExtras } from './contact-extras.ts'
import { eachPage, findImported, type Job, saveImported, step } from './job.ts'
import { clean, moment, plainAttributes, type SourceContact, type SourceLabel } from './source.ts'

type Page = { meta: { count: number }; payload: SourceContact[] }

/** Contacts with notes and pictures, oldest first, so that new ones do not move the pages; then their labels. */
export async function importContacts(job: Job): Promise<void> {
  let done = 0
  await eachPage(job, 'contacts', async (page) => {
    const query = { sort: 'created_at', page: String(page), include_contact_inboxes: 'true' }
    const { meta, payload } = await job.client.get<Page>('/contacts', query)
    if (payload.length > 0) {
      await step(job, (ctx) => importPage(ctx, job, payload))
      await importContactExtras(job, payload)
    }
    done = (page - 1) * 15 + payload.length
    job.onProgress('contacts', done, Number(meta.count))
    return payload.length > 0
  })
  await importContactLabels(job)
}

async function importPage(ctx: Context, job: Job, page: readonly SourceContact[]): Promise<void> {
  const ids = page.map(({ id }) => id)
  const known = await findImported(ctx, job, 'contacts', ids)
  job.summary.add('contacts', false, known.size)
  for (const contact of page) if (!known.has(String(contact.id))) await importContact(ctx, job, contact)
}

/** Inserts a contact, or completes the one here with the same identifier, phone number or e-mail. */
export async function importContact(ctx: Context, job: Job, source: SourceContact): Promise<string> {
  const fields = fieldsOf(ctx, job, source)
  const same = await identities.findContact(ctx, fields)
  const now = moment(source.created_at) ?? ctx.now
  const id = same ? await complete(ctx, same.id, fields) : (await contacts.insert({ ...ctx, now }, fields)).id
  const last_activity_at = moment(source.last_activity_at)
  if (last_activity_at)
    await ctx.sql`
      update contacts set last_activity_at = greatest(last_activity_at, ${last_activity_at})
       where account_id = ${ctx.actor.account.id} and id = ${id}`
  await saveImported(ctx, job, 'contacts', source.id, id)
  job.summary.add('contacts', !same)
  return id
}

function fieldsOf(ctx: Context, job: Job, source: SourceContact): rules.Fields {
  const { phone_number, email, set_aside } = addressesOf(ctx, job, source)
  const text = (key: string, length = 255) => clean(source.additional_attributes?.[key], length).trim() || null
  return {
    name: clean(source.name, 255).trim() || phone_number || email || `#${source.id}`,
    phone_number,
    email,
    identifier: clean(source.identifier, 255).trim() || null,
    city: text('city'),
    country: text('country'),
    company_name: text('company_name'),
    job_title: text('job_title'),
    bio: text('description', 20_000),
    blocked: source.blocked ?? false,
    custom_attributes: { ...plainAttributes(source.custom_attributes), ...set_aside },
  }
}

/** Phone number and e-mail as we write them; invalid ones are kept as attributes. */
function addressesOf({ actor }: Context, { summary }: Job, source: SourceContact) {
  const set_aside: Record<string, string> = {}
  const read = (key: 'phone_number' | 'email', find: (text: string) => string | undefined): string | null => {
    const text = source[key]?.trim()
    if (!text) return null
    const found = find(text)
    if (found !== undefined) return found
    set_aside[`imported_${key}`] = clean(text, 255)
    summary.note('contacts', `An invalid ${key} is kept as an attribute.`, `contact ${source.id}`)
    return null
  }
  const phone_number = read('phone_number', (text) => rules.findPhoneNumber(text, actor.account.country))
  return { phone_number, email: read('email', rules.findEmailAddress), set_aside }
}

/** Fills fields that are empty here; a key of yet another contact is left out. */
async function complete(ctx: Context, id: string, fields: rules.Fields): Promise<string> {
  const before = await contacts.getLocked(ctx, id)
  const merged = rules.merge(before, fields)
  for (const key of ['identifier', 'phone_number', 'email'] as const) {
    if (merged[key] === before[key]) continue
    const other = await identities.findContact(ctx, { [key]: merged[key] })
    if (other && other.id !== id) merged[key] = before[key]
  }
  if (Object.keys(rules.changes(before, merged)).length > 0) await contacts.update(ctx, id, merged)
  return id
}

/** The list of a label's contacts takes fewer requests than the labels of each contact. */
async function importContactLabels(job: Job): Promise<void> {
  const { payload: all } = await job.client.get<{ payload: SourceLabel[] }>('/labels')
  const labels = await step(job, (ctx) => findImported(ctx, job, 'labels'))
  for (const { id, title } of all) {
    const label_id = labels.get(String(id))?.record_id
    if (!label_id) continue
    await eachPage(job, `label ${id}`, async (page) => {
      const { payload } = await job.client.get<Page>('/contacts', {
        sort: 'created_at',
        page: String(page),
        'labels[]': title,
      })
      await step(job, async (ctx) => {
        const ids = payload.map((contact) => contact.id)
        const found = [...(await findImported(ctx, job, 'contacts', ids)).values()].map(({ record_id }) => record_id)
        await ctx.sql`
          insert into contact_labels (account_id, contact_id, label_id)
          select c.account_id, c.id, l.id from contacts c join labels l on l.account_id = c.account_id and l.id = ${label_id}
           where c.account_id = ${ctx.actor.account.id} and c.id = any(${found}::bigint[]) on conflict do nothing`
      })
      return payload.length > 0
    })
  }
}
