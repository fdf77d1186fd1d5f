import type { Conversation } from '#contract/records/conversation.ts'
import { findOfInbox } from '#domains/access/public/connections.ts'
import { requestAvatar, setAvatar } from '#domains/contacts/avatars/store.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import type { Profile } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** The profile at the provider of a customer who has no name or no picture yet. Throws if it should be asked for again. */
export async function askProfile(ctx: Context, conversation: Conversation): Promise<Profile | undefined> {
  const { source_id, inbox, contact } = conversation
  if (!source_id || (contact.avatar_url && contact.name !== placeholderOf(ctx, source_id))) return undefined
  const connection = await findOfInbox(ctx.sql, ctx, ctx.actor.account.id, inbox.id)
  if (!connection || !ctx.channels) return undefined
  const { connectors, http } = ctx.channels
  const person = { source_id, aliases: [], phone_number: null }
  return connectors[connection.channel]?.fetchProfile?.(connection, person, http)
}

/** Gives the contact the picture of the profile, and its name unless it has got another meanwhile. */
export async function saveProfile(
  ctx: Context,
  { source_id, contact }: Conversation,
  profile: Profile,
  picture: StoredFile | undefined,
): Promise<void> {
  const before = await contacts.getLocked(ctx, contact.id)
  if (picture && !before.avatar_url) await setAvatar(ctx, contact.id, picture)
  else if (profile.avatar_url && !before.avatar_url && !ctx.checkUrl(profile.avatar_url))
    await requestAvatar(ctx, contact.id, profile.avatar_url)
  const name = profile.name?.trim().slice(0, NAME_LIMIT)
  if (!name || before.name !== placeholderOf(ctx, source_id ?? '')) return
  const { username } = profile
  const custom_attributes = { ...(username && { username }), ...before.custom_attributes }
  const updated = await contacts.update(ctx, contact.id, { ...before, name, custom_attributes })
  ctx.emit('contact.updated', { contact: updated, changes: { name: { from: before.name, to: name } } })
}

const NAME_LIMIT = 200

function placeholderOf({ actor }: Context, source_id: string): string {
  return rules.visitorName(actor.account.locale, source_id)
}
