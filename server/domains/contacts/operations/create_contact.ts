import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { attributes, line } from '#contract/scalars.ts'
import { contactFields, identifier } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_contact = operation({
  summary: 'Create a contact. It needs a name, and a phone number or an e-mail.',
  description:
    'Phone number and e-mail are unique in the workspace; if one is taken, the error names the contact that has it. ' +
    'Returns the contact with its id and url.',
  rest: 'POST /contacts',
  permission: 'contacts:write',
  tool: { without: ['identifier', 'custom_attributes', 'labels'] },
  status: 201,
  input: z.strictObject({
    name: line.describe('Full name'),
    ...z.object(contactFields).partial().shape,
    identifier: identifier.optional(),
    custom_attributes: attributes.optional().describe('Custom attributes, by key'),
    labels: z.array(line).max(50).optional().describe('Titles of existing labels'),
  }),
  output: Contact,

  async run(ctx, { labels: titles = [], custom_attributes: sent = {}, ...fields }) {
    const custom_attributes = await customAttributes.conform(ctx, 'contact_attribute', sent)
    const carried = await labels.getAll(ctx, titles)
    const contact = await contacts.insert(
      ctx,
      rules.create({ ...fields, custom_attributes }, ctx.actor.account.country),
      carried,
    )
    ctx.emit('contact.created', { contact })
    return contact
  },
})
