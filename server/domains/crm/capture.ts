import { createHash } from 'node:crypto'
import type { Contact } from '#contract/records/contact.ts'
import { type LeadForm, touch_fields } from '#contract/records/lead-form.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities.ts'
import { claimed } from '#domains/conversations/receiving.ts'
import * as activities from '#domains/crm/activities.ts'
import * as attribution from '#domains/crm/attribution-rules.ts'
import * as forms from '#domains/crm/capture-forms.ts'
import { type Answers, isAbout, read, type Said } from '#domains/crm/capture-rules.ts'
import { placeOf } from '#domains/crm/capture-place.ts'
import * as leads from '#domains/crm/leads.ts'
import * as rules from '#domains/crm/rules.ts'
import * as history from '#domains/crm/stage-history.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as customAttributes from '#domains/workspace/custom-attributes.ts'
import type { Context } from '#kernel/operation.ts'

/** Where somebody came from, as their page tells it. */
export type Touch = { [F in (typeof touch_fields)[number]]?: string | undefined }

/**
 * Makes a lead of what somebody filled in, and answers its id. The same twice within a minute is one lead. Of who is
 * blocked nothing is let in, and nobody is told so: null.
 */
export async function capture(ctx: Context, form: LeadForm, answers: Answers, touch: Touch): Promise<string | null> {
  const said = read(form.fields, answers, ctx.actor.account.country)
  const digest = createHash('sha256')
    .update(JSON.stringify([form.id, said]))
    .digest()
  await forms.hold(ctx, digest)
  const before = await forms.findSubmitted(ctx, form.id, digest)
  if (before) return before

  const known = withoutEmpty(touch)
  const contact = await meet(ctx, said, known)
  if (contact.blocked) return null
  const lead = await begin(ctx, form, said, known, contact)
  await forms.noteSubmission(ctx, form.id, lead.id, digest)
  return lead.id
}

/** What was said of it, without what is empty, and of pages only those on the web: people may click on them. */
function withoutEmpty(touch: Touch): Touch {
  const isPage = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
  const kept = touch_fields.flatMap((field) => {
    const text = touch[field]?.trim()
    return text && (isPage(text) || !pages.has(field)) ? [[field, text]] : []
  })
  return Object.fromEntries(kept) as Touch
}

const pages = new Set<keyof Touch>(['referer', 'landing_page'])

/** The contact it can only be about, or a new one. What a stranger types proves nothing, and changes nobody. */
async function meet(ctx: Context, said: Said, touch: Touch): Promise<Contact> {
  const { name, email, phone_number, company_name } = said
  const custom_attributes = await firstTouch(ctx, touch)
  const told = { name, email, phone_number, company_name, custom_attributes }
  const fields = contactRules.createKnown(told, ctx.actor.account.country)
  await identities.holdKeys(ctx, fields)
  const held = await identities.holdContact(ctx, { email, phone_number })
  const known = held && (await contacts.get(ctx, held.id))
  if (known && isAbout(known, said)) return known
  const contact = await contacts.insert(ctx, await claimed(ctx, fields))
  ctx.emit('contact.created', { contact })
  return contact
}

/** How a new contact came. Where the workspace has made something else of such an attribute, it is left out. */
async function firstTouch(ctx: Context, touch: Touch): Promise<Record<string, string>> {
  const { referer: _, landing_page: __, ...kept } = touch
  if (Object.keys(kept).length === 0) return {}
  const definitions = await customAttributes.definitions(ctx, 'contact_attribute')
  const other = new Set(definitions.filter(({ type }) => type !== 'text').map(({ key }) => key))
  return Object.fromEntries(Object.entries(kept).filter(([key]) => !other.has(key)))
}

/** People of the web come with this label, unless their page knows better. */
const SOURCE = 'web'

async function begin(ctx: Context, form: LeadForm, said: Said, touch: Touch, contact: Contact) {
  const { utm_source, utm_medium, utm_campaign, ...hints } = touch
  const { pipeline, stage } = await placeOf(ctx, form)
  const owner = form.owner && (await agents.find(ctx, form.owner.id))
  const found = attribution.find(SOURCE, hints, {})
  const sent = { utm_source, utm_medium, utm_campaign }
  const lead = await leads.insert(ctx, {
    name: said.name,
    company_name: said.company_name,
    email: said.email,
    phone: said.phone_number ?? said.phone,
    source: SOURCE,
    ...attribution.begin(sent, found, ctx.now),
    // Who was referred says by whom: their page does.
    attribution_detail: attribution.isReferral(utm_source) ? (touch.referer?.slice(0, 255) ?? form.name) : null,
    estimated_value: null,
    currency: pipeline.default_currency,
    owner_id: owner?.id ?? null,
    contact_id: contact.id,
    pipeline_id: pipeline.id,
    stage_id: stage.id,
    status: rules.statusAt(stage.type),
    custom_attributes: { ...said.custom_attributes, ...hints, lead_form: form.name },
  })
  const entity = { type: 'lead', id: lead.id } as const
  await history.enter(ctx, entity, lead, ctx.now)
  ctx.emit('lead.created', { lead })
  // Who is to answer it hears of it as of any lead they are given.
  if (lead.owner) ctx.emit('lead.owner_changed', { lead, changes: { owner: { from: null, to: lead.owner } } })
  if (said.message) await activities.add(ctx, entity, { type: 'note', body: said.message })
  return lead
}
