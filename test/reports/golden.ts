import type { Author } from '#contract/records/author.ts'
import { rollUpReports } from '#domains/reports/rollup/rollup.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

/*
 * The history of a small company in May 2026. Times are local times in Bogotá. The 1st (a Friday) and
 * the 18th (a Monday) are holidays; people answer in Ventas from Monday to Friday, 8:00 to 18:00. On Sitio the AI agent
 * answers first, and there are no hours. The expected reports, counted by hand, are in `golden.test.ts`.
 */

/** The time of the reports: 23:45 on the last day, which is already June in UTC. */
export const NOW = '05-31 23:45'

type Inbox = 'Ventas' | 'Sitio'
type Agent = 'Ana' | 'Beto' | 'Carla'
type Program = 'bot' | 'rule' | 'program'

type Talk =
  | [at: string, customer: string, what: 'writes', to: Inbox]
  | [at: string, customer: string, what: 'is answered by' | 'is noted by', by: Agent | Program]
  | [at: string, customer: string, what: 'is begun by' | 'is given to' | 'is reopened by', by: Agent]
  | [at: string, customer: string, what: 'is resolved by' | 'is handed over by', by: Agent | Program]
  | [at: string, customer: string, what: 'is urgent']
  | [at: string, customer: string, what: 'misses', promise: 'first_response' | 'next_response']

export const talks: Talk[] = [
  // April: one conversation of 23:30 on the 30th, answered in May, and one entirely in April.
  ['04-15 10:00', 'Clara', 'writes', 'Ventas'],
  ['04-15 10:01', 'Clara', 'is given to', 'Carla'],
  ['04-15 10:04', 'Clara', 'is answered by', 'Carla'],
  ['04-15 11:00', 'Clara', 'is resolved by', 'Carla'],
  ['04-30 23:30', 'Óscar', 'writes', 'Ventas'],
  ['04-30 23:40', 'Óscar', 'is given to', 'Beto'],
  ['05-04 08:20', 'Óscar', 'is answered by', 'Beto'],
  ['05-04 08:30', 'Óscar', 'is resolved by', 'Beto'],

  ['05-04 09:00', 'Marta', 'writes', 'Ventas'],
  ['05-04 09:01', 'Marta', 'is given to', 'Beto'],
  ['05-04 09:02', 'Marta', 'is answered by', 'Beto'],
  ['05-04 10:00', 'Marta', 'is resolved by', 'Beto'],

  // Óscar's goes to Carla and back.
  ['05-05 09:00', 'Óscar', 'is given to', 'Carla'],
  ['05-06 09:00', 'Óscar', 'is given to', 'Beto'],

  // At night: answered within the first quarter of an hour of the next day.
  ['05-05 19:30', 'Luis', 'writes', 'Ventas'],
  ['05-06 08:05', 'Luis', 'is given to', 'Carla'],
  ['05-06 08:15', 'Luis', 'is answered by', 'Carla'],
  ['05-06 08:20', 'Luis', 'writes', 'Ventas'],
  ['05-06 08:50', 'Luis', 'is answered by', 'Carla'],
  ['05-06 12:00', 'Luis', 'is resolved by', 'Carla'],

  // One conversation of the AI agent alone, and one with a handover.
  ['05-06 14:00:00', 'Sara', 'writes', 'Sitio'],
  ['05-06 14:00:05', 'Sara', 'is answered by', 'bot'],
  ['05-06 14:10', 'Sara', 'is resolved by', 'bot'],
  ['05-07 10:00:00', 'Pedro', 'writes', 'Sitio'],
  ['05-07 10:00:10', 'Pedro', 'is answered by', 'bot'],
  ['05-07 10:04', 'Pedro', 'writes', 'Sitio'],
  ['05-07 10:05', 'Pedro', 'is handed over by', 'bot'],
  ['05-07 10:06', 'Pedro', 'is given to', 'Beto'],
  ['05-07 10:20', 'Pedro', 'is answered by', 'Beto'],
  ['05-07 11:00', 'Pedro', 'is resolved by', 'Beto'],

  // Unanswered and unassigned.
  ['05-08 17:50', 'Nora', 'writes', 'Ventas'],
  ['05-08 17:51', 'Nora', 'is urgent'],
  ['05-11 08:05', 'Nora', 'misses', 'first_response'],

  // On a Saturday: a note and a program's message are not agent replies; then it is reassigned.
  ['05-09 10:00', 'Iván', 'writes', 'Ventas'],
  ['05-09 10:05', 'Iván', 'is noted by', 'Beto'],
  ['05-09 10:06', 'Iván', 'is answered by', 'program'],
  ['05-11 08:00', 'Iván', 'is given to', 'Carla'],
  ['05-11 08:30', 'Iván', 'is answered by', 'Carla'],
  ['05-11 09:00', 'Iván', 'is given to', 'Beto'],
  ['05-11 10:00', 'Iván', 'is resolved by', 'Beto'],

  // On a holiday: a rule's message does not end the waiting. Resolved, and reopened.
  ['05-18 09:00', 'Julia', 'writes', 'Ventas'],
  ['05-18 09:01', 'Julia', 'is answered by', 'rule'],
  ['05-19 08:05', 'Julia', 'is given to', 'Beto'],
  ['05-19 08:10', 'Julia', 'is answered by', 'Beto'],
  ['05-19 09:00', 'Julia', 'is resolved by', 'Beto'],
  ['05-20 09:00', 'Julia', 'is reopened by', 'Ana'],
  ['05-31 23:31', 'Julia', 'misses', 'next_response'],

  // Still with the AI agent, although it is assigned.
  ['05-20 20:00:00', 'Tomás', 'writes', 'Sitio'],
  ['05-20 20:00:20', 'Tomás', 'is answered by', 'bot'],
  ['05-21 09:00', 'Tomás', 'is given to', 'Carla'],

  // Sales.
  ['05-25 08:00', 'Elena', 'is begun by', 'Carla'],
  ['05-25 08:30', 'Elena', 'writes', 'Ventas'],
  ['05-25 08:31', 'Elena', 'is answered by', 'Carla'],
  ['05-26 08:00', 'Elena', 'is resolved by', 'rule'],

  ['05-31 23:30', 'Rosa', 'writes', 'Ventas'],
]

type Lead = Pick<Input<'crm_create_lead'>, 'estimated_value' | 'currency'> & { contact?: string; owner?: Agent }
type Deal = Pick<Input<'crm_create_opportunity'>, 'amount' | 'currency' | 'stage' | 'pipeline'> & {
  contact: string
  owner?: Agent
}

type Sale =
  | [at: string, contact: string, what: 'becomes known', attributes: Record<string, string>]
  | [at: string, lead: string, what: 'is a lead', of: Lead]
  | [at: string, lead: string, what: 'is called by', by: Agent]
  | [at: string, lead: string, what: 'is given up', why: string]
  | [at: string, lead: string, what: 'is converted into', deal: string]
  | [at: string, deal: string, what: 'is a deal', of: Deal]
  | [at: string, deal: string, what: 'moves to', stage: string]
  | [at: string, deal: string, what: 'is won' | 'is opened again' | 'is thrown away' | 'loses its history']
  | [at: string, deal: string, what: 'is lost', why: string]

export const sales: Sale[] = [
  // April.
  ['04-01 12:00', 'Hotel', 'becomes known', {}],
  ['04-02 12:00', 'Casa', 'is a deal', { contact: 'Hotel', owner: 'Carla', amount: 600_000 }],
  ['04-10 12:00', 'Finca', 'is a deal', { contact: 'Hotel', owner: 'Beto', amount: 800_000 }],
  ['04-12 12:00', 'Casa', 'is won'],
  ['04-15 10:30', 'Clara', 'is a lead', { contact: 'Clara', owner: 'Carla', estimated_value: 400_000 }],
  ['04-15 12:00', 'Clara', 'is converted into', 'Local'],
  ['04-25 12:00', 'Local', 'is lost', 'Precio fuera de presupuesto'],

  // Imported: lost, without a previous stage, reason or amount.
  ['05-02 12:00', 'Vieja', 'is a deal', { contact: 'Hotel', owner: 'Beto' }],
  ['05-03 12:00', 'Vieja', 'is lost', 'Otro'],
  ['05-03 12:01', 'Vieja', 'loses its history'],

  // Answered before the lead was created; won, skipping a stage.
  ['05-04 09:30', 'Marta', 'is a lead', { contact: 'Marta', owner: 'Beto', estimated_value: 1_000_000 }],
  ['05-04 10:00', 'Marta', 'is converted into', 'Torre'],
  ['05-05 10:00', 'Torre', 'moves to', 'Contactado'],
  ['05-06 10:00', 'Torre', 'moves to', 'Propuesta'],
  ['05-14 10:00', 'Torre', 'is won'],

  ['05-06 09:00', 'Luis', 'is a lead', { contact: 'Luis', owner: 'Carla', estimated_value: 500_000 }],
  ['05-06 12:00', 'Luis', 'is converted into', 'Lote'],
  ['05-07 12:00', 'Lote', 'moves to', 'Contactado'],
  ['05-16 12:00', 'Lote', 'is lost', 'Crédito negado'],

  // Moved far ahead, and back again.
  ['05-07 10:10', 'Pedro', 'is a lead', { contact: 'Pedro' }],
  ['05-07 12:00', 'Apartamento', 'is a deal', { contact: 'Pedro', owner: 'Beto', amount: 300_000 }],
  ['05-08 12:00', 'Apartamento', 'moves to', 'Negociación'],
  ['05-09 12:00', 'Apartamento', 'moves to', 'Contactado'],

  ['05-08 18:00', 'Nora', 'is a lead', { contact: 'Nora' }],
  ['05-09 09:00', 'Nora', 'is called by', 'Beto'],
  ['05-10 12:00', 'Error', 'is a deal', { contact: 'Nora', owner: 'Beto', amount: 9_999_999 }],
  ['05-10 12:00', 'Finca', 'is won'],
  ['05-11 12:00', 'Error', 'is won'],
  ['05-12 12:00', 'Error', 'is thrown away'],

  // Answered in the morning, a lead at noon, unanswered since.
  ['05-11 12:00', 'Iván', 'is a lead', { contact: 'Iván', owner: 'Carla' }],
  ['05-11 12:00', 'Bodega', 'is a deal', { contact: 'Iván', owner: 'Carla', amount: 200, currency: 'USD' }],

  ['05-12 12:00', 'Gloria', 'becomes known', { source: 'Feria Hogar' }],
  ['05-12 12:00', 'Feria', 'is a lead', { owner: 'Ana', estimated_value: 100_000 }],
  ['05-13 12:00', 'Feria', 'is given up', 'No contesta'],

  ['05-19 12:00', 'Oficina', 'is a deal', { contact: 'Julia', owner: 'Beto' }],
  ['05-20 12:00', 'Julia', 'is a lead', { contact: 'Julia', owner: 'Beto', estimated_value: 50, currency: 'USD' }],
  ['05-21 12:00', 'Oficina', 'is won'],
  ['05-22 12:00', 'Julia', 'is given up', 'No contesta'],
  ['05-25 12:00', 'Oficina', 'is opened again'],

  // Another pipeline, in dollars; and euros in it.
  [
    '05-21 12:00',
    'Contenedor',
    'is a deal',
    { pipeline: 'Exportación', contact: 'Tomás', owner: 'Carla', amount: 1000, currency: 'USD' },
  ],
  [
    '05-22 12:00',
    'Muestra',
    'is a deal',
    { pipeline: 'Exportación', contact: 'Tomás', owner: 'Carla', amount: 50, currency: 'EUR' },
  ],
  ['05-23 12:00', 'Contenedor', 'is won'],
  ['05-24 12:00', 'Muestra', 'is lost', 'Otro'],

  ['05-25 08:20', 'Elena', 'is a lead', { contact: 'Elena', owner: 'Carla' }],
  ['05-26 12:00', 'Garaje', 'is a deal', { contact: 'Elena', amount: 250_000, stage: 'Calificado' }],

  ['05-31 23:30', 'Bodega', 'is won'],
  ['05-31 23:35', 'Rosa', 'is a lead', { contact: 'Rosa' }],
]

export function bogota(when: string): Date {
  return new Date(`2026-${when.replace(' ', 'T')}${when.length === 11 ? ':00' : ''}-05:00`)
}

/** The source attributes of Marta. */
const known: Record<string, Record<string, string>> = {
  Marta: { utm_source: 'Google', utm_medium: 'CPC', utm_campaign: 'Mayo' },
}

/** The company after this history, with its records by name. */
export async function openCompany() {
  const workspace = await openInbox()
  const { act, actor, addAgent, sql, runtime } = workspace
  const account_id = actor.account.id
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }))
  const holidays = ['2026-05-01', '2026-05-18'].map((date) => ({ date, name: 'Festivo' }))
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays, out_of_office_message: null }
  await act('update_inbox', { inbox_id: workspace.inbox.id, business_hours })
  const site = await act('create_inbox', { name: 'Sitio', channel: 'api', auto_assign: false, ai_agent_enabled: true })
  const inboxes: Record<Inbox, string> = { Ventas: workspace.inbox.id, Sitio: site.id }
  await act('create_pipeline', { name: 'Exportación', kind: 'opportunities', default_currency: 'USD' })
  const people: Record<Agent, Actor> = { Ana: actor, Beto: await addAgent('Beto'), Carla: await addAgent('Carla') }
  const programs: Record<Program, Author> = {
    bot: { type: 'ai_agent', id: '7', name: 'Asistente' },
    rule: { type: 'automation', id: '8', name: 'Regla' },
    program: { type: 'api_key', id: '9', name: 'Programa' },
  }
  const who = (name: Agent | Program): Actor =>
    name in people ? people[name as Agent] : { ...actor, ...programs[name as Program] }

  const contacts = new Map<string, string>()
  const conversations = new Map<string, string>()
  const leads = new Map<string, string>()
  const deals = new Map<string, string>()
  const meet = async (name: string, custom_attributes: Record<string, string>, now: Date) => {
    const made = await act(
      'create_contact',
      { name, email: `${contacts.size}@example.com`, custom_attributes },
      { now },
    )
    contacts.set(name, made.id)
  }

  const talk = async ([at, customer, what, whom]: Talk) => {
    const now = bogota(at)
    const conversation_id = conversations.get(customer) ?? ''
    const as = whom && !(whom in inboxes) && what !== 'misses' ? who(whom as Agent | Program) : actor
    switch (what) {
      case 'writes': {
        const contact = { name: customer, custom_attributes: known[customer] ?? {} }
        const inbox_id = inboxes[whom as Inbox]
        const { conversation } = await act(
          'receive_message',
          { inbox_id, source_id: customer, content: 'Hola', contact },
          { now },
        )
        contacts.set(customer, conversation.contact.id)
        conversations.set(customer, conversation.id)
        return
      }
      case 'is begun by': {
        await meet(customer, {}, new Date(now.getTime() - 60_000))
        const begun = {
          contact_id: contacts.get(customer)!,
          inbox_id: inboxes.Ventas,
          source_id: customer,
          agent: as.user_id!,
          message: { content: 'Buenos días' },
        }
        conversations.set(customer, (await act('create_conversation', begun, { now, as })).id)
        return
      }
      case 'is answered by':
      case 'is noted by':
        return act('send_message', { conversation_id, content: 'Va', private: what === 'is noted by' }, { now, as })
      case 'is given to':
        return act('assign_conversation', { conversation_id, agent: as.user_id! }, { now })
      case 'is resolved by':
        return act('resolve_conversation', { conversation_id }, { now, as })
      case 'is reopened by':
      case 'is handed over by':
        return act('reopen_conversation', { conversation_id }, { now, as })
      case 'is urgent':
        return act('set_conversation_priority', { conversation_id, priority: 'urgent' }, { now })
      case 'misses':
        return sql`
          insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, assignee_id, team_id, due_at, breached_at)
          select account_id, id, inbox_id, ${whom}, priority, assignee_id, team_id, ${now}, ${now}
            from conversations where account_id = ${account_id} and id = ${conversation_id}`
    }
  }

  const sell = async (sale: Sale) => {
    const [at, name, what] = sale
    const now = bogota(at)
    const lead_id = leads.get(name) ?? ''
    const opportunity_id = deals.get(name) ?? ''
    switch (what) {
      case 'becomes known':
        return meet(name, sale[3], now)
      case 'is a lead': {
        const { contact, owner, ...of } = sale[3]
        const whose = {
          ...(owner && { owner: who(owner).user_id! }),
          ...(contact && { contact_id: contacts.get(contact)! }),
        }
        const made = await act('crm_create_lead', { name, ...of, ...whose }, { now })
        leads.set(name, made.id)
        return
      }
      case 'is called by': {
        const planned = { entity_type: 'lead', entity_id: lead_id, type: 'call', due_at: now.toISOString() } as const
        const { id } = await act('crm_schedule_activity', planned, { now, as: who(sale[3]) })
        return act('crm_complete_activity', { activity_id: id }, { now, as: who(sale[3]) })
      }
      case 'is given up':
        return act('crm_mark_lead_lost', { lead_id, reason: sale[3] }, { now })
      case 'is converted into': {
        const { opportunity } = await act('crm_convert_lead', { lead_id, name: sale[3] }, { now })
        deals.set(sale[3], opportunity.id)
        return
      }
      case 'is a deal': {
        const { contact, owner, ...of } = sale[3]
        const made = await act(
          'crm_create_opportunity',
          {
            name,
            ...of,
            contact_id: contacts.get(contact)!,
            owner: who(owner ?? 'Ana').user_id!,
            expected_close_date: '2026-12-31',
          },
          { now },
        )
        deals.set(name, made.id)
        // Its owner was removed from the workspace.
        if (!owner)
          await sql`update opportunities set owner_id = null where account_id = ${account_id} and id = ${made.id}`
        return
      }
      case 'moves to':
        return act('crm_move_opportunity_stage', { opportunity_id, stage: sale[3] }, { now })
      case 'is won':
        return act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }, { now })
      case 'is lost':
        return act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason: sale[3] }, { now })
      case 'is opened again':
        return act('crm_update_opportunity', { opportunity_id, status: 'open' }, { now })
      case 'is thrown away':
        return act('delete_opportunity', { opportunity_id }, { now })
      case 'loses its history':
        await sql`delete from stage_history where account_id = ${account_id} and opportunity_id = ${opportunity_id}`
        return sql`
          update opportunities set reached_stage_ids = '{}', last_open_stage_id = null, lost_reason = null
           where account_id = ${account_id} and id = ${opportunity_id}`
    }
  }

  const inOrder = [
    ...talks.map((each) => ({ at: each[0], tell: () => talk(each) })),
    ...sales.map((each) => ({ at: each[0], tell: () => sell(each) })),
  ]
  inOrder.sort((a, b) => bogota(a.at).getTime() - bogota(b.at).getTime())
  for (const [i, { tell }] of inOrder.entries()) {
    await tell()
    // Half of the counts are rolled up, half are pending.
    if (i === Math.floor(inOrder.length / 2)) await rollUpReports(runtime)
  }
  return { ...workspace, inboxes, people, contacts, conversations, leads, deals }
}
