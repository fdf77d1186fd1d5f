import { z } from 'zod'
import { Contact, ContactNote } from '#contract/records/contact.ts'
import { Label } from '#contract/records/label.ts'
import { id } from '#contract/scalars.ts'

/**
 * Everything that can happen. An event names its records by what they are (`{ contact }`), so that whoever
 * listens can file them without knowing the event. `webhook: false` keeps an event inside the house.
 */
export const events = {
  'contact.created': { summary: 'A contact was created', payload: z.object({ contact: Contact }), webhook: true },
  'contact.updated': {
    summary: 'Fields of a contact changed',
    payload: z.object({ contact: Contact, changes: changes() }),
    webhook: true,
  },
  'contact.deleted': { summary: 'A contact was deleted', payload: z.object({ contact: Contact }), webhook: true },
  'contact.merged': {
    summary: 'A duplicate was merged into a contact',
    payload: z.object({ contact: Contact, merged_contact_id: id }),
    webhook: true,
  },
  'contact.label_added': {
    summary: 'A label was put on a contact',
    payload: z.object({ contact: Contact, label: Label }),
    webhook: true,
  },
  'contact.label_removed': {
    summary: 'A label was taken off a contact',
    payload: z.object({ contact: Contact, label: Label }),
    webhook: true,
  },
  'contact.note_created': {
    summary: 'An internal note was written about a contact',
    payload: z.object({ contact_note: ContactNote }),
    webhook: true,
  },
  'contact.note_deleted': {
    summary: 'An internal note about a contact was deleted',
    payload: z.object({ contact_note: ContactNote }),
    webhook: false,
  },
  'label.created': { summary: 'A label was created', payload: z.object({ label: Label }), webhook: true },
  'label.updated': { summary: 'A label changed', payload: z.object({ label: Label }), webhook: true },
  'label.deleted': { summary: 'A label was deleted', payload: z.object({ label: Label }), webhook: true },
  'contact_import.requested': {
    summary: 'A file of contacts waits to be imported',
    payload: z.object({ import_id: id }),
    webhook: false,
  },
} as const satisfies Record<string, { summary: string; payload: z.ZodType; webhook: boolean }>

export type EventName = keyof typeof events
export type Payload<N extends EventName> = z.input<(typeof events)[N]['payload']>

/** Which fields changed, each with its value before and after. */
function changes() {
  return z.record(z.string(), z.object({ from: z.json(), to: z.json() }))
}
