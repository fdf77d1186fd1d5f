import { z } from 'zod'
import { type Contact, ContactProfile } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import { joinParts, jsonRows, type Part, part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import { moments } from '#domains/conversations/columns.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { withFileUrls } from '#domains/conversations/messages/columns.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { openRecordsOf } from '#domains/crm/records/open-records.ts'
import { type Context, operation } from '#kernel/operation.ts'

const NOTES_SHOWN = 50
const CONVERSATIONS_SHOWN = 20
const OPEN_RECORDS_SHOWN = 20

export const get_contact = operation({
  summary:
    'Get one contact with all details: fields, labels, channel identities, notes, conversations, open leads and opportunities.',
  description: 'Find the contact_id with search_contacts. Returns the whole profile.',
  rest: 'GET /contacts/:contact_id',
  permission: 'contacts:read',
  input: z.strictObject({
    contact_id: id.describe('Id of the contact'),
    recent_messages: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('How many recent messages of the latest conversation to include. Default 10.'),
  }),
  output: ContactProfile,

  async run(ctx, { contact_id, recent_messages = 10 }) {
    const [contact, [lists]] = await Promise.all([
      contacts.get(ctx, contact_id),
      ctx.sql<Lists>`select ${joinParts(listsOf(ctx, contact_id, recent_messages), ', ')}`,
    ])
    return { ...contact, ...lists!, recent_messages: lists!.recent_messages.map((row) => withFileUrls(ctx, row)) }
  },
})

type Lists = Omit<z.output<typeof ContactProfile>, keyof Contact>

/** Everything about the contact in one statement. */
function listsOf(ctx: Context, contact_id: string, recent_messages: number): Part[] {
  // Permission to read contacts includes neither their conversations nor their leads and opportunities.
  const { permissions } = ctx.actor
  const nothing = part`'[]'::jsonb`
  const isTheirs = part`and c.contact_id = ${contact_id}`
  const { account } = ctx.actor
  const latest = part`(
    select c.id from conversations c where c.account_id = ${account.id} ${isTheirs} ${conversations.visibleTo(ctx)}
     order by c.last_activity_at desc, c.id desc limit 1)`
  const [theirs, recent] = permissions.has('conversations:read')
    ? [
        jsonRows(conversations.pageOf(ctx, isTheirs, { limit: CONVERSATIONS_SHOWN - 1 }), {
          moments,
        }),
        jsonRows(messages.newestOf(ctx, latest, recent_messages), messages.wireColumns),
      ]
    : [nothing, nothing]
  const open = permissions.has('crm:read')
    ? jsonRows(openRecordsOf(ctx, contact_id, OPEN_RECORDS_SHOWN), { moments: ['created_at'] })
    : nothing
  const created = { ids: ['id', 'contact_id'], moments: ['created_at'] }
  return [
    part`${jsonRows(contacts.notesOf(ctx, contact_id, NOTES_SHOWN), created)} as notes`,
    part`${jsonRows(identities.identitiesOf(ctx, [contact_id]), created)} as channel_identities`,
    part`${theirs} as conversations`,
    part`${recent} as recent_messages`,
    part`${open} as open_records`,
  ]
}
