import type { Contact } from '#contract/records/contact.ts'
import type { ChannelIdentity } from '#contract/records/conversation.ts'
import { contactInbox } from '#doors/classic/shapes/channels.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'

export type ContactWithIdentities = Contact & { channel_identities: ChannelIdentity[] }

/** A contact for classic clients: ids are numbers, moments are seconds, and some of our columns are additional attributes. */
export function classicContact(contact: Contact) {
  return {
    additional_attributes: additionalAttributes(contact),
    availability_status: 'offline',
    email: contact.email,
    id: Number(contact.id),
    name: contact.name,
    phone_number: contact.phone_number,
    blocked: contact.blocked,
    identifier: contact.identifier,
    thumbnail: contact.avatar_url ?? '',
    custom_attributes: contact.custom_attributes,
    ...(contact.last_activity_at && { last_activity_at: seconds(contact.last_activity_at) }),
    created_at: seconds(contact.created_at),
  }
}

/** The same, with the identity in each inbox. */
export function classicContactWithInboxes(contact: ContactWithIdentities) {
  return { ...classicContact(contact), contact_inboxes: contact.channel_identities.map(contactInbox) }
}

/** A contact as the sender of a message. */
export function contactSender(contact: Contact) {
  return {
    additional_attributes: additionalAttributes(contact),
    custom_attributes: contact.custom_attributes,
    email: contact.email,
    id: Number(contact.id),
    identifier: contact.identifier,
    name: contact.name,
    phone_number: contact.phone_number,
    thumbnail: contact.avatar_url ?? '',
    blocked: contact.blocked,
    type: 'contact',
  }
}

/** A contact among the results of a search. */
export function searchedContact(contact: Contact) {
  const { email, name, phone_number, identifier, last_activity_at } = contact
  return {
    email,
    id: Number(contact.id),
    name,
    phone_number,
    identifier,
    additional_attributes: additionalAttributes(contact),
    last_activity_at: last_activity_at && seconds(last_activity_at),
  }
}

function additionalAttributes({ city, country, company_name, job_title, bio }: Contact): Record<string, string> {
  const known = Object.entries({ city, country, company_name, job_title, description: bio })
  return Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== null))
}
