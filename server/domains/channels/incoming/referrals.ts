import type { Conversation } from '#contract/records/conversation.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { ChannelEvent, Referral } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import { park, takeParked } from './parked.ts'
import { resolvePerson } from './people.ts'
import { openWindow } from '#domains/channels/windows.ts'

type ReferralEvent = Extract<ChannelEvent, { kind: 'referral' }>

/** A customer came back through an ad or link. One who has not written yet brings it into their conversation. */
export async function applyReferral(ctx: Context, inbox: Inbox, event: ReferralEvent): Promise<void> {
  const identity = await resolvePerson(ctx, inbox.id, event.person)
  const found = await conversations.findLatestLocked(ctx, identity.id)
  if (!found) return park(ctx, inbox.id, waitingFor(identity.id), event)
  await openWindow(ctx, inbox, found.id, event.occurred_at)
  await recordReferral(ctx, found, event.referral)
}

/** Records the referrals that came before the first message of a person. */
export async function takeReferrals(
  ctx: Context,
  inbox: Inbox,
  identity_id: string,
  conversation: Pick<Conversation, 'id' | 'contact'>,
): Promise<void> {
  for (const event of await takeParked(ctx, inbox.id, waitingFor(identity_id)))
    if (event.kind === 'referral') await recordReferral(ctx, conversation, event.referral)
}

const waitingFor = (identity_id: string) => `referral:${identity_id}`

/** A referral as it is stored with the message and the conversation. */
export function referralAttributes({ source, ad_id, click_id, headline, body, url, ref }: Referral) {
  const all = { source, ad_id, click_id, headline, body, url, ref }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/**
 * Attributes a customer to the ad or link that brought them: the first referral stays with the conversation, and the contact
 * gains the attribution keys that are still empty. Leads inherit them from the contact.
 */
export async function recordReferral(
  ctx: Context,
  { id, contact }: Pick<Conversation, 'id' | 'contact'>,
  referral: Referral,
): Promise<void> {
  await ctx.sql`
    update conversations
       set additional_attributes = jsonb_build_object('referral', ${referralAttributes(referral)}::jsonb) || additional_attributes
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  const before = await contacts.getLocked(ctx, contact.id)
  const found = attributionOf(referral)
  const missing = Object.entries(found).filter(([key, value]) => value && !before.custom_attributes[key])
  if (missing.length === 0) return
  const custom_attributes = { ...before.custom_attributes, ...(Object.fromEntries(missing) as Record<string, string>) }
  const updated = await contacts.update(ctx, contact.id, { ...before, custom_attributes })
  const changes = { custom_attributes: { from: before.custom_attributes, to: updated.custom_attributes } }
  ctx.emit('contact.updated', { contact: updated, changes })
}

/** Attribution keys of a contact; a link without an ad is no paid traffic. */
function attributionOf({ source, type, ad_id, click_id, headline, ref }: Referral): Record<string, string | undefined> {
  if (source === 'link' || (type !== 'ad' && !ad_id)) return { utm_campaign: ref }
  return {
    utm_source: source,
    utm_medium: 'paid_social',
    utm_campaign: ad_id,
    ad_name: headline,
    ctwa_clid: click_id,
  }
}
