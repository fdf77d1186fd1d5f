import { createHash } from 'node:crypto'
import type { Contact } from '#contract/records/contact.ts'
import { type LeadForm, touch_fields } from '#contract/records/lead-form.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { setAsideTakenKeys } from '#domains/conversations/messages/receive.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import * as forms from './store.ts'
import { type Answers, isSamePerson, readAnswers, type Submission } from './rules.ts'
import { getTarget } from './target-stage.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { initialStatus } from '#domains/crm/leads/rules.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import * as agents from '#domains/workspace/agents.ts'
import { conformFitting } from '#domains/workspace/custom-attributes/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Attribution data sent by the page: UTM values, click ids and referrer. */
export type Touch = { [F in (typeof touch_fields)[number]]?: string | undefined }

/**
 * Creates a lead from a submission and returns its id. Repeating it within a minute returns the same lead. Returns null
 * if the contact is blocked, without revealing it to the visitor.
 */
export async function createLeadFromForm(
  ctx: Context,
  form: LeadForm,
  answers: Answers,
  touch: Touch,
): Promise<string | null> {
  const submission = readAnswers(form.fields, answers, ctx.actor.account.country)
  const digest = createHash('sha256')
    .update(JSON.stringify([form.id, submission]))
    .digest()
  await forms.lockSubmission(ctx, digest)
  const before = await forms.findRecentSubmission(ctx, form.id, digest)
  if (before) return before

  const cleaned = cleanTouch(touch)
  const contact = await findOrCreateContact(ctx, submission, cleaned)
  if (contact.blocked) return null
  const lead = await createLead(ctx, form, submission, cleaned, contact)
  await forms.insertSubmission(ctx, form.id, lead.id, digest)
  return lead.id
}

/** Non-empty values only. Pages must be web addresses, because people may click on them. */
function cleanTouch(touch: Touch): Touch {
  const isPage = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
  const entries = touch_fields.flatMap((field) => {
    const text = touch[field]?.trim()
    return text && (isPage(text) || !pages.has(field)) ? [[field, text]] : []
  })
  return Object.fromEntries(entries) as Touch
}

const pages = new Set<keyof Touch>(['referer', 'landing_page'])

/** The contact to whom all given channels belong, or a new one. A visitor never changes an existing contact. */
async function findOrCreateContact(ctx: Context, submission: Submission, touch: Touch): Promise<Contact> {
  const { name, email, phone_number, company_name } = submission
  const custom_attributes = await firstTouchAttributes(ctx, touch)
  const input = { name, email, phone_number, company_name, custom_attributes }
  const fields = contactRules.createKnown(input, ctx.actor.account.country)
  await identities.lockKeys(ctx, fields)
  const match = await identities.findContactLocked(ctx, { email, phone_number })
  const known = match && (await contacts.get(ctx, match.id))
  if (known && isSamePerson(known, submission)) return known
  const contact = await contacts.insert(ctx, await setAsideTakenKeys(ctx, fields))
  ctx.emit('contact.created', { contact })
  return contact
}

/** First-touch attributes of a new contact. An attribute that the workspace defined with another type is omitted. */
async function firstTouchAttributes(ctx: Context, touch: Touch): Promise<Record<string, string>> {
  const { referer: _, landing_page: __, ...attributes } = touch
  if (Object.keys(attributes).length === 0) return {}
  const definitions = await customAttributes.definitions(ctx, 'contact_attribute')
  const other = new Set(definitions.filter(({ type }) => type !== 'text').map(({ key }) => key))
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !other.has(key)))
}

/** Source label of leads from forms; UTM values from the page take precedence. */
const SOURCE = 'web'

async function createLead(ctx: Context, form: LeadForm, submission: Submission, touch: Touch, contact: Contact) {
  const { utm_source, utm_medium, utm_campaign, ...hints } = touch
  const { pipeline, stage } = await getTarget(ctx, form)
  const owner = form.owner && (await agents.find(ctx, form.owner.id))
  const detected = attribution.detect(SOURCE, hints, {})
  const utm = { utm_source, utm_medium, utm_campaign }
  const definitions = await customAttributes.definitions(ctx, 'lead_attribute')
  const lead = await leads.insert(ctx, {
    name: submission.name,
    company_name: submission.company_name,
    email: submission.email,
    phone: submission.phone_number ?? submission.phone,
    source: SOURCE,
    ...attribution.initial(utm, detected, ctx.now),
    // A referral needs its referrer: the referring page, otherwise the form.
    attribution_detail: attribution.isReferral(utm_source) ? (touch.referer?.slice(0, 255) ?? form.name) : null,
    estimated_value: null,
    currency: pipeline.default_currency,
    owner_id: owner?.id ?? null,
    contact_id: contact.id,
    pipeline_id: pipeline.id,
    stage_id: stage.id,
    status: initialStatus(stage.type),
    custom_attributes: conformFitting(definitions, { ...submission.custom_attributes, ...hints, lead_form: form.name }),
  })
  const entity = { type: 'lead', id: lead.id } as const
  await history.enterStage(ctx, entity, lead, ctx.now)
  ctx.emit('lead.created', { lead })
  // Notifies the owner, as for any assigned lead.
  if (lead.owner) ctx.emit('lead.owner_changed', { lead, changes: { owner: { from: null, to: lead.owner } } })
  if (submission.message) await activities.add(ctx, entity, { type: 'note', body: submission.message })
  return lead
}
