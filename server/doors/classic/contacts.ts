import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Contact } from '#contract/records/contact.ts'
import type { Limits } from '#doors/authenticate.ts'
import { openClassicGate, refuseClassic } from '#doors/classic/gate.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Body = Record<string, unknown>

/** The classic account-token routes of contacts: the same operations, in the words existing clients speak. */
export function openClassic(app: FastifyInstance, runtime: Runtime, registry: Registry, limits: Limits): void {
  const act = (request: FastifyRequest, name: string, input: object) =>
    invoke(runtime, [name, registry[name]!], request.actor!, input, { request_id: request.id, ip: request.ip })
  const labelsOf = async (request: FastifyRequest) => {
    const { labels } = (await act(request, 'get_contact', { contact_id: contactId(request) })) as Contact
    return { payload: labels }
  }

  void app.register(
    async (classic) => {
      classic.setErrorHandler(refuseClassic)
      classic.addHook('onRequest', openClassicGate(runtime.database, limits))

      classic.get('/contacts/:contact_id', async (request) => {
        return {
          payload: classicContact((await act(request, 'get_contact', { contact_id: contactId(request) })) as Contact),
        }
      })

      classic.route({
        method: ['PATCH', 'PUT'],
        url: '/contacts/:contact_id',
        handler: async (request) => {
          const input = { contact_id: contactId(request), ...contactChanges(unwrapped(request.body, 'contact')) }
          return { payload: classicContact((await act(request, 'update_contact', input)) as Contact) }
        },
      })

      classic.get('/contacts/:contact_id/labels', labelsOf)

      // Replaces the whole list. Classic labels are free words, so those the workspace lacks are made first.
      classic.post('/contacts/:contact_id/labels', async (request) => {
        const { labels = [] } = unwrapped(request.body, 'contact') as { labels?: unknown }
        const contact_id = contactId(request)
        await act(request, 'get_contact', { contact_id })
        const titles = Array.isArray(labels) ? labels.map((title) => String(title).trim()).filter(Boolean) : []
        const known = (await act(request, 'list_labels', {})) as { items: { title: string }[] }
        const missing = titles.filter(
          (title) => !known.items.some((label) => label.title.toLowerCase() === title.toLowerCase()),
        )
        for (const title of new Set(missing)) await act(request, 'create_label', { title })
        const { labels: set } = (await act(request, 'set_contact_labels', { contact_id, labels: titles })) as Contact
        return { payload: set }
      })
    },
    { prefix: '/api/v1/accounts/:account_id' },
  )
}

function contactId(request: FastifyRequest): string {
  const { contact_id } = request.params as { contact_id: string }
  return /^\d{1,18}$/.test(contact_id) ? contact_id : reject('not_found', 'There is no such contact.')
}

/** Bodies come flat, or wrapped in the name of the record. */
function unwrapped(body: unknown, name: string): Body {
  const flat = (body ?? {}) as Body
  const inner = flat[name]
  return typeof inner === 'object' && inner !== null ? (inner as Body) : flat
}

/** What a classic body says of our fields; what we do not know is passed over, as classic clients expect. */
function contactChanges(body: Body): Body {
  const { city, country, company_name, description } = (body.additional_attributes ?? {}) as Body
  const { name, email, phone_number, custom_attributes } = body
  const sent = { name, email, phone_number, custom_attributes, city, country, company_name, bio: description }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** A contact as classic clients know it: numbers for ids, seconds for moments, our own columns among the additional. */
function classicContact(contact: Contact) {
  const { city, country, company_name, bio } = contact
  const additional = Object.entries({ city, country, company_name, description: bio }).filter(
    ([, value]) => value !== null,
  )
  return {
    additional_attributes: Object.fromEntries(additional),
    availability_status: 'offline',
    email: contact.email,
    id: Number(contact.id),
    name: contact.name,
    phone_number: contact.phone_number,
    blocked: false,
    identifier: null,
    thumbnail: '',
    custom_attributes: contact.custom_attributes,
    created_at: Math.floor(Date.parse(contact.created_at) / 1000),
    contact_inboxes: [],
  }
}
