import type { EntityType } from '#contract/records/crm.ts'
import * as contacts from '#domains/contacts/store.ts'
import { getRecordLocked } from '#domains/crm/records/get-record.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { About } from './store.ts'

type AboutInput = {
  entity_type?: EntityType | undefined
  entity_id?: string | undefined
  contact_id?: string | undefined
}

/** The lead, opportunity or contact that a new activity is about, locked, and the owner of the record. */
export async function getAboutLocked(
  ctx: Context,
  given: AboutInput,
): Promise<{ about: About; owner_id: string | null }> {
  const { entity_type, entity_id, contact_id } = given
  const contact = contact_id === undefined ? undefined : await contacts.getLocked(ctx, contact_id)
  if (!entity_type && entity_id === undefined && contact)
    return { about: { type: 'contact', id: contact.id }, owner_id: null }
  if (!entity_type) reject('missing_field', 'Give entity_type and entity_id, or contact_id.', 'entity_type')
  if (entity_id === undefined) reject('missing_field', `Give the id of the ${entity_type}.`, 'entity_id')
  const record = await getRecordLocked(ctx, entity_type, entity_id)
  if (contact && record.contact?.id !== contact.id)
    reject('invalid_value', `The ${entity_type} belongs to another contact; leave contact_id out.`, 'contact_id')
  return { about: { type: entity_type, id: record.id }, owner_id: record.owner?.id ?? null }
}
