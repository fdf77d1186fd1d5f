import { z } from 'zod'
import type { AiTool } from '#contract/records/assistant.ts'
import type { Author } from '#contract/records/author.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import type { Channel } from '#contract/records/inbox.ts'
import type { Property } from '#contract/records/property.ts'
import { instant } from '#contract/scalars.ts'
import { inTurn, once } from '#domains/assistant/actions.ts'
import type { Place } from '#domains/assistant/turns.ts'
import { reject } from '#kernel/problem.ts'
import type { Hands } from '#kernel/subscriber.ts'

/** The one customer a tool serves. It takes no id of anybody: whom it serves is said here, and not by the model. */
export type Desk = {
  call: Hands['call']
  agent: Author
  place: Place
  contact: Conversation['contact']
  channel: Channel
  now: Date
}

type Way = {
  description: string
  input: z.ZodObject
  run(desk: Desk, input: Record<string, unknown>): Promise<unknown>
}

/** What the AI agent can do, but for handing over, which ends its turn. */
export const ways: Record<Exclude<AiTool, 'hand_over'>, Way> = {
  look_up_contact: {
    description: 'What the business knows about the customer you are speaking with.',
    input: z.strictObject({}),
    run: async ({ call, agent, contact }) => {
      const known = (await call('get_contact', agent, { contact_id: contact.id, recent_messages: 0 })) as Contact
      const { name, phone_number, email, city, country, company_name, job_title } = known
      // Notes, labels and attributes are what the team says among itself.
      return { name, phone_number, email, city, country, company_name, job_title }
    },
  },

  create_lead: {
    description:
      'Note that this customer is interested in buying, so that sales gets back to them. Say what they want.',
    input: z.strictObject({ interest: said(1000).describe('What the customer is interested in, in a sentence') }),
    run: async (desk, { interest }) => {
      const { custom_attributes } = await leadOf(desk, String(interest))
      // What a lead is called, the team says among itself.
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
      about: said(1000).describe('What it is about, in a sentence'),
    }),
    run: async (desk, { type, due_at, about }) => {
      if (new Date(String(due_at)) <= desk.now)
        reject('invalid_value', `Choose a moment in the future; now it is ${desk.now.toISOString()}.`, 'due_at')
      const entity = await dealOf(desk, String(about))
      const planned = { ...entity, type, due_at, body: about }
      const { call, agent, place } = desk
      const activity = await call('crm_schedule_activity', agent, planned, once(place, 'schedule_activity'))
      const { type: what, due_at: at } = activity as { type: string; due_at: string }
      return { planned: what, due_at: at }
    },
  },

  search_properties: {
    description: 'Find properties on offer: for sale or rent, by place, type, price or bedrooms.',
    input: z.strictObject({
      name_search: said(255).optional().describe('Part of the name or code of a property or project'),
      city: said(255).optional(),
      sector: said(255).optional().describe('Part of the city'),
      operation: z.enum(['venta', 'arriendo']).optional(),
      property_type: said(255).optional().describe('Such as apartamento, casa, lote, oficina'),
      min_price: z.number().optional(),
      max_price: z.number().optional(),
      min_bedrooms: z.int().optional(),
      max_bedrooms: z.int().optional(),
    }),
    run: async ({ call, agent }, asked) => {
      const shown = { ...asked, only_active: true, only_published: true, limit: 5 }
      const { items } = (await call('list_crm_properties', agent, shown)) as { items: Property[] }
      return { properties: items.map(publicly) }
    },
  },

  add_label: {
    description: 'Put one of the labels of the business on this conversation, so that the team sees what it is about.',
    input: z.strictObject({ label: said(255).describe('Title of the label') }),
    run: async ({ call, agent, place }, { label }) => {
      const input = { conversation_id: place.conversation_id, label_title: label }
      await call('tag_conversation', agent, input, inTurn(place))
      return { label, added: true }
    },
  },
}

function said(most: number) {
  return z.string().min(1).max(most)
}

const sources: Partial<Record<Channel, string>> = {
  web_widget: 'web',
  whatsapp: 'whatsapp',
  messenger: 'facebook',
  instagram: 'instagram',
  email: 'email',
}

/** The lead of the customer that is being pursued, or a new one. */
async function leadOf({ call, agent, place, contact, channel }: Desk, interest: string): Promise<Lead> {
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
  return (await call('crm_create_lead', agent, fresh, once(place, 'create_lead'))) as Lead
}

/** What is planned belongs to the customer's open opportunity, or else to their lead. */
async function dealOf(desk: Desk, about: string): Promise<{ entity_type: string; entity_id: string }> {
  const asked = { contact_id: desk.contact.id, status: 'open', limit: 1 }
  const { items } = (await desk.call('crm_list_opportunities', desk.agent, asked)) as { items: Opportunity[] }
  if (items[0]) return { entity_type: 'opportunity', entity_id: items[0].id }
  return { entity_type: 'lead', entity_id: (await leadOf(desk, about)).id }
}

/** What customers may know of a property. */
function publicly(property: Property) {
  const { code, name, project_name, description, city, sector, operation, property_type, list_price, currency } =
    property
  const { bedrooms, bathrooms, area_m2, parking_spaces, stratum, listing_url } = property
  const place = { code, name, project_name, description: description?.slice(0, 500) ?? null, city, sector, operation }
  return {
    ...place,
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
