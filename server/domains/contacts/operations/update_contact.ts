import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id, jsonAttributeChanges, line } from '#contract/scalars.ts'
import { contactFields, identifier } from '#domains/contacts/inputs.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

const clearable = Object.fromEntries(
  Object.entries(contactFields).map(([name, field]) => [
    name,
    field
      .nullable()
      .optional()
      .describe(`${field.description?.replace(/\.$/, '')}. Empty clears it.`),
  ]),
) as { [F in keyof typeof contactFields]: z.ZodOptional<z.ZodNullable<z.ZodString>> }

export const update_contact = operation({
  summary: 'Update a contact. Omitted fields stay unchanged; an empty string clears one.',
  description: 'A contact keeps its name and at least one of phone_number and email. Returns the updated contact.',
  rest: 'PATCH /contacts/:contact_id',
  permission: 'contacts:write',
  tool: { without: ['identifier', 'blocked', 'custom_attributes'] },
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    contact_id: id.describe('Id of the contact'),
    name: line.optional().describe('Full name'),
    ...clearable,
    identifier: identifier.nullable().optional(),
    blocked: z.boolean().optional().describe('True: their messages are not accepted'),
    custom_attributes: jsonAttributeChanges
      .optional()
      .describe('Attributes to set, merged with the existing ones; null removes one'),
  }),
  output: Contact,

  async run(ctx, { contact_id, custom_attributes: sent = {}, ...fields }) {
    const before = await contacts.getLocked(ctx, contact_id)
    const patch = { ...fields, custom_attributes: await customAttributes.conform(ctx, 'contact_attribute', sent) }
    const after = rules.revise(before, patch, ctx.actor.account.country)
    const changes = rules.changes(before, after)
    if (Object.keys(changes).length === 0) return before
    const contact = await contacts.update(ctx, contact_id, after)
    ctx.emit('contact.updated', { contact, changes })
    return contact
  },
})
