import { z } from 'zod'
import type { AiTool } from '#contract/records/assistant.ts'
import type { Author } from '#contract/records/author.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import type { Channel } from '#contract/channels.ts'
import type { Property } from '#contract/records/property.ts'
import { instant } from '#contract/scalars.ts'
import { duringTurn, oncePerMessage } from './actions.ts'
import type { TurnKey } from '#domains/assistant/turn/store.ts'
import { reject } from '#kernel/problem.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'

/** The customer a tool serves. Ids come from here, never from the model. */
export type ToolContext = {
  call: SubscriberContext['call']
  agent: Author
  turnKey: TurnKey
  contact: Conversation['contact']
  channel: Channel
  now: Date
}

type ToolDefinition = {
  description: string
  input: z.ZodObject
  run(toolContext: ToolContext, input: Record<string, unknown>): Promise<unknown>
}

/** Tools of the AI agent, except hand_over, which ends its turn. */
export const definitions: Record<Exclude<AiTool, 'hand_over'>, ToolDefinition> = {
  look_up_contact: {
    description: 'Get the details of the customer you are speaking with.',
    input: z.strictObject({}),
    run: async ({ call, agent, contact }) => {
      const known = (await call('get_contact', agent, { contact_id: contact.id, recent_messages: 0 })) as Contact
      const { name, phone_number, email, city, country, company_name, job_title } = known
      // Notes, labels and attributes are internal.
      return { name, phone_number, email, city, country, company_name, job_title }
    },
  },

  create_lead: {
    description:
      'Note that this customer is interested in buying, so that sales gets back to them. Say what they want.',
    input: z.strictObject({ interest: textInput(1000).describe('Interest of the customer, in a sentence') }),
    run: async (toolContext, { interest }) => {
      const { custom_attributes } = await findOrCreateLead(toolContext, String(interest))
      // The name of a lead is internal.
      return custom_attributes.interest === interest
        ? { noted: true }
        : { note: 'Sales is already in touch with them.' }
    },
  },

  schedule_activity: {
    description: 'Plan a call or meeting of the team with this customer, at a moment the customer has agreed to.',
    input: z.strictObject({
      type: z.enum(['call', 'meeting']),
      due_at: instant.describe('When, ISO-8601 with its zone, e.g. 2030-01-31T09:00:00-05:00'),
      about: textInput(1000).describe('Purpose, in a sentence'),
    }),
    run: async (toolContext, { type, due_at, about }) => {
      if (new Date(String(due_at)) <= toolContext.now)
        reject('invalid_value', `Choose a time in the future; it is now ${toolContext.now.toISOString()}.`, 'due_at')
      const entity = await findOrCreateEntity(toolContext, String(about))
      const planned = { ...entity, type, due_at, body: about }
      const { call, agent, turnKey } = toolContext
      const activity = await call('crm_schedule_activity', agent, planned, oncePerMessage(turnKey, 'schedule_activity'))
      const { type: what, due_at: at } = activity as { type: string; due_at: string }
      return { planned: what, due_at: at }
    },
  },

  search_properties: {
    description: 'Find properties on offer: for sale or rent, by place, type, price or bedrooms.',
    input: z.strictObject({
      name_search: textInput(255).optional().describe('Part of the name or code of a property or project'),
      city: textInput(255).optional(),
      sector: textInput(255).optional().describe('Part of the city'),
      operation: z.enum(['venta', 'arriendo']).optional(),
      property_type: textInput(255).optional().describe('Such as apartamento, casa, lote, oficina'),
      min_price: z.number().optional(),
      max_price: z.number().optional(),
      min_bedrooms: z.int().optional(),
      max_bedrooms: z.int().optional(),
    }),
    run: async ({ call, agent }, filters) => {
      const public_filters = { ...filters, only_active: true, only_published: true, limit: 5 }
      const { items } = (await call('list_crm_properties', agent, public_filters)) as { items: Property[] }
      return { properties: items.map(toPublicProperty) }
    },
  },

  add_label: {
    description: 'Put one of the labels of the business on this conversation, so that the team sees what it is about.',
    input: z.strictObject({ label: textInput(255).describe('Title of the label') }),
    run: async ({ call, agent, turnKey }, { label }) => {
      const input = { conversation_id: turnKey.conversation_id, label_title: label }
      await call('tag_conversation', agent, input, duringTurn(turnKey))
      return { label, added: true }
    },
  },
}

function textInput(most: number) {
  return z.string().min(1).max(most)
}

const sources: Partial<Record<Channel, string>> = {
  web_widget: 'web',
  whatsapp: 'whatsapp',
  messenger: 'facebook',
  instagram: 'instagram',
  email: 'email',
}

/** The customer's active lead, or a new one. */
async function findOrCreateLead(
  { call, agent, turnKey, contact, channel }: ToolContext,
  interest: string,
): Promise<Lead> {
  const { items } = (await call('crm_list_leads', agent, { contact_id: contact.id, limit: 20 })) as { items: Lead[] }
  const pursued = items.find(({ status }) => status === 'new' || status === 'qualified')
  if (pursued) return pursued
  const fresh = {
    name: contact.name,
    contact_id: contact.id,
    source: sources[channel],
    email: contact.email ?? undefined,
    phone: contact.phone_number ?? undefined,
    custom_attributes: { interest },
  }
  return (await call('crm_create_lead', agent, fresh, oncePerMessage(turnKey, 'create_lead'))) as Lead
}

/** The customer's open opportunity, or else their lead. */
async function findOrCreateEntity(
  toolContext: ToolContext,
  about: string,
): Promise<{ entity_type: string; entity_id: string }> {
  const filters = { contact_id: toolContext.contact.id, status: 'open', limit: 1 }
  const { items } = (await toolContext.call('crm_list_opportunities', toolContext.agent, filters)) as {
    items: Opportunity[]
  }
  if (items[0]) return { entity_type: 'opportunity', entity_id: items[0].id }
  return { entity_type: 'lead', entity_id: (await findOrCreateLead(toolContext, about)).id }
}

/** Public fields of a property. */
function toPublicProperty(property: Property) {
  const { code, name, project_name, description, city, sector, operation, property_type, list_price, currency } =
    property
  const { bedrooms, bathrooms, area_m2, parking_spaces, stratum, listing_url } = property
  const listing = { code, name, project_name, description: description?.slice(0, 500) ?? null, city, sector, operation }
  return {
    ...listing,
    property_type,
    list_price,
    currency,
    bedrooms,
    bathrooms,
    area_m2,
    parking_spaces,
    stratum,
    listing_url,
  }
}
