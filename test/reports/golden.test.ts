import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/channels.ts'
import { reply_steps } from '#contract/records/report.ts'
import { daysOf } from '#contract/report-periods.ts'
import type { Input, Name, Output } from '#test/workspace.ts'
import { bogota, NOW, openCompany } from './golden.ts'

/*
 * The expected result of every report for the company in `golden.ts`. Every number was counted by hand from that
 * history, as the comments explain. Nothing here comes from the code under test.
 */

const company = await openCompany()
const { act, inboxes, people, conversations, contacts, leads, actor } = company

const report = <N extends Name>(name: N, input: Input<N>): Promise<Output<N>> => act(name, input, { now: bogota(NOW) })

const heading = { days: { from: '2026-05-01', to: '2026-05-31' }, time_zone: 'America/Bogota' }
const may = { days: 31 }
const { Ana, Beto, Carla } = {
  Ana: { id: people.Ana.user_id!, name: 'Ana Admin' },
  Beto: { id: people.Beto.user_id!, name: 'Beto' },
  Carla: { id: people.Carla.user_id!, name: 'Carla' },
}
const at = (when: string) => bogota(when).toISOString()

/** Amounts per currency, with the number of deals. */
function money(currency: string, sums: Record<string, [amount: number, count: number]>, without_amount = 0) {
  return {
    currency,
    amount: sums[currency]?.[0] ?? 0,
    by_currency: Object.entries(sums).map(([name, [amount, count]]) => ({ currency: name, amount, count })),
    mixed_currency: Object.keys(sums).some((name) => name !== currency),
    without_amount,
  }
}

const none = {
  count: 0,
  mean_seconds: null,
  median_seconds: null,
  p90_seconds: null,
  buckets: steps([0, 0, 0, 0, 0, 0, 0, 0]),
}

/** Within 1 minute, 5, 15, 1 hour, 4, 8, 24, more. */
function steps(counts: number[], shares: (number | null)[] = counts.map(() => null)) {
  return reply_steps.map((within, i) => ({ within, count: counts[i]!, share: shares[i]! }))
}

/*
 * First replies of agents to questions of May, in elapsed and in working time:
 *   Elena   05-25 08:30 to 08:31                   60 s       60 s   Carla
 *   Marta   05-04 09:00 to 09:02                  120 s      120 s   Beto
 *   Pedro   05-07 10:00 to 10:20                 1200 s     1200 s   Beto    (Sitio has no hours)
 *   Luis    05-05 19:30 to 05-06 08:15, 12 h 45  45900 s     900 s   Carla   (8:00 to 8:15)
 *   Julia   05-18 09:00 to 05-19 08:10, 23 h 10  83400 s     600 s   Beto    (the 18th is a holiday; 8:00 to 8:10)
 *   Iván    05-09 10:00 to 05-11 08:30, 46 h 30 167400 s    1800 s   Carla   (Saturday; Monday 8:00 to 8:30)
 * Together 298080 s and 4680 s of six. Sara, Nora, Tomás and Rosa got no reply.
 */
const human = {
  count: 6,
  mean_seconds: 49_680, // 298080 / 6
  median_seconds: 23_550, // (1200 + 45900) / 2
  p90_seconds: 167_400, // nine tenths of six are 5.4: the sixth
  buckets: steps([1, 1, 0, 1, 0, 0, 2, 1], [16.7, 16.7, 0, 16.7, 0, 0, 33.3, 16.7]),
}
const working = {
  count: 6,
  mean_seconds: 780, // 4680 / 6
  median_seconds: 750, // (600 + 900) / 2
  p90_seconds: 1800,
  buckets: steps([1, 1, 2, 2, 0, 0, 0, 0], [16.7, 16.7, 33.3, 33.3, 0, 0, 0, 0]),
}

/*
 * Day by day. Conversations, incoming, human and AI messages, resolved, contacts, leads, opportunities, won, revenue.
 * Resolved counts conversations resolved now, without Julia's, which was reopened. Error is in the bin and not counted.
 */
const daily: Record<string, number[]> = {
  '05-02': [0, 0, 0, 0, 0, 0, 0, 1, 0, 0], // Vieja
  '05-04': [1, 1, 2, 0, 2, 1, 1, 1, 0, 0], // Marta; answers to her and to Óscar; both resolved; her lead and Torre
  '05-05': [1, 1, 0, 0, 0, 1, 0, 0, 0, 0], // Luis
  '05-06': [1, 2, 2, 1, 2, 1, 1, 1, 0, 0], // Sara; Luis again, twice answered; both resolved; Luis's lead and Lote
  '05-07': [1, 2, 1, 1, 1, 1, 1, 1, 0, 0], // Pedro, his lead and Apartamento
  '05-08': [1, 1, 0, 0, 0, 1, 1, 0, 0, 0], // Nora and her lead
  '05-09': [1, 1, 0, 0, 0, 1, 0, 0, 0, 0], // Iván; the note and the program are no messages of people
  '05-10': [0, 0, 0, 0, 0, 0, 0, 0, 1, 800_000], // Finca
  '05-11': [0, 0, 1, 0, 1, 0, 1, 1, 0, 0], // Iván answered and resolved, his lead and Bodega
  '05-12': [0, 0, 0, 0, 0, 1, 1, 0, 0, 0], // Gloria; the lead of the fair
  '05-14': [0, 0, 0, 0, 0, 0, 0, 0, 1, 1_000_000], // Torre
  '05-18': [1, 1, 0, 0, 0, 1, 0, 0, 0, 0], // Julia; a rule is not an agent
  '05-19': [0, 0, 1, 0, 0, 0, 0, 1, 0, 0], // Beto to Julia; Oficina
  '05-20': [1, 1, 0, 1, 0, 1, 1, 0, 0, 0], // Tomás; Julia's lead
  '05-21': [0, 0, 0, 0, 0, 0, 0, 1, 0, 0], // Contenedor
  '05-22': [0, 0, 0, 0, 0, 0, 0, 1, 0, 0], // Muestra
  '05-23': [0, 0, 0, 0, 0, 0, 0, 0, 1, 0], // Contenedor, in dollars
  '05-25': [1, 1, 2, 0, 0, 1, 1, 0, 0, 0], // Elena: two messages of Carla; her lead
  '05-26': [0, 0, 0, 0, 1, 0, 0, 1, 0, 0], // Elena resolved by a rule; Garaje
  '05-31': [1, 1, 0, 0, 0, 1, 1, 0, 1, 0], // Rosa and her lead, half an hour before midnight; Bodega, in dollars
}
const names = [
  'conversations',
  'incoming_messages',
  'human_messages',
  'ai_messages',
  'resolved',
  'contacts',
  'leads',
  'opportunities',
  'won',
  'revenue',
]

const won_amount = money('COP', { COP: [1_800_000, 2], USD: [1200, 2] }) // Torre and Finca; Bodega and Contenedor
const lost_amount = money('COP', { COP: [500_000, 2], EUR: [50, 1] }, 1) // Lote and Vieja without an amount; Muestra

test('Overview of May, compared with the 31 days before', async () => {
  const shares = <K extends string, V extends string>(
    kind: K,
    all: readonly V[],
    known: Partial<Record<V, [number, number]>>,
  ) => all.map((value) => ({ [kind]: value, count: known[value]?.[0] ?? 0, share: known[value]?.[1] ?? 0 }))
  assert.deepEqual(await report('get_overview_report', may), {
    ...heading,
    previous_days: { from: '2026-03-31', to: '2026-04-30' },
    // Before: Clara and Óscar, one answer (Carla to Clara), one resolved (Clara); Hotel, Clara and Óscar as contacts;
    // Clara's lead; Casa, Finca and Local, of which Casa was won.
    kpis: {
      conversations: { current: 10, previous: 2, change: 400 },
      incoming_messages: { current: 12, previous: 2, change: 500 },
      human_messages: { current: 9, previous: 1, change: 800 },
      ai_messages: { current: 3, previous: 0, change: null },
      resolved: { current: 7, previous: 1, change: 600 },
      contacts: { current: 11, previous: 3, change: 266.7 },
      leads: { current: 9, previous: 1, change: 800 },
      opportunities: { current: 9, previous: 3, change: 200 },
      won: { current: 4, previous: 1, change: 300 },
      revenue: { current: 1_800_000, previous: 600_000, change: 200 },
      // Óscar from 04-30 23:30 to 05-04 08:20, 80 h 50 or 291000 s, and Clara 240 s: 145620 s in the mean and in the middle.
      first_response_mean_seconds: { current: 49_680, previous: 145_620, change: -65.9 },
      first_response_median_seconds: { current: 23_550, previous: 145_620, change: -83.8 },
    },
    now: { open: 3, unassigned: 2, unread: 2 }, // Nora, Julia and Rosa; Julia's is Beto's, who has looked
    revenue: won_amount,
    daily: daysOf(heading.days).map((day) => ({
      day,
      ...Object.fromEntries(names.map((name, i) => [name, daily[day.slice(5)]?.[i] ?? 0])),
    })),
    // Of the ten of May: Nora, Julia and Rosa open; Tomás pending; Marta, Luis, Sara, Pedro, Iván and Elena resolved.
    by_status: shares('status', statuses, { open: [3, 30], resolved: [6, 60], pending: [1, 10] }),
    by_channel: shares('channel', channels, { api: [10, 100] }),
    by_priority: shares('priority', priorities, { urgent: [1, 10], none: [9, 90] }),
    // Marta from Google; Gloria from the fair; the other nine by the channel they wrote to.
    attribution: [
      { source: 'api', contacts: 9, share: 81.8 },
      { source: 'feria_hogar', contacts: 1, share: 9.1 },
      { source: 'google', contacts: 1, share: 9.1 },
    ],
  })
})

test('Overview of one inbox: its conversations and the results of its contacts', async () => {
  const { kpis, now, revenue, attribution } = await report('get_overview_report', { ...may, inbox_id: inboxes.Sitio })
  const current = Object.fromEntries(Object.entries(kpis).map(([name, { current: value }]) => [name, value]))
  assert.deepEqual(current, {
    conversations: 3, // Sara, Pedro, Tomás
    incoming_messages: 4, // Pedro twice
    human_messages: 1, // Beto to Pedro
    ai_messages: 3,
    resolved: 2, // Sara, Pedro
    contacts: 3,
    leads: 1, // Pedro's
    opportunities: 3, // Apartamento, Contenedor, Muestra
    won: 1, // Contenedor
    revenue: 0, // which is in dollars
    first_response_mean_seconds: 1200, // Pedro
    first_response_median_seconds: 1200,
  })
  assert.deepEqual(now, { open: 0, unassigned: 0, unread: 0 })
  assert.deepEqual(revenue, money('COP', { USD: [1000, 1] }))
  assert.deepEqual(attribution, [{ source: 'api', contacts: 3, share: 100 }])
})

test('Conversations of May: incoming messages by hour, reply times, waiting customers', async () => {
  // Monday 8 h Elena, 9 h Marta and Julia; Tuesday 19 h Luis; Wednesday 8 h Luis, 14 h Sara, 20 h Tomás; Thursday 10 h
  // Pedro twice; Friday 17 h Nora; Saturday 10 h Iván; Sunday 23 h Rosa.
  const hours: Record<string, number> = {
    '1 8': 1,
    '1 9': 2,
    '2 19': 1,
    '3 8': 1,
    '3 14': 1,
    '3 20': 1,
    '4 10': 2,
    '5 17': 1,
    '6 10': 1,
    '7 23': 1,
  }
  const waits = (customer: string) => ({
    conversation_id: conversations.get(customer)!,
    url: `http://localhost:3000/app/${actor.account.id}/conversations/${conversations.get(customer)}`,
    contact: { id: contacts.get(customer)!, name: customer },
    inbox: { id: inboxes.Ventas, name: 'Ventas' },
    assignee: null,
  })
  assert.deepEqual(await report('get_conversations_report', may), {
    ...heading,
    heatmap: Array.from({ length: 168 }, (_, i) => {
      const [weekday, hour] = [Math.floor(i / 24) + 1, i % 24]
      return { weekday, hour, count: hours[`${weekday} ${hour}`] ?? 0 }
    }),
    first_response: {
      asked: 10,
      unanswered: 4, // Sara, Nora, Tomás, Rosa
      human,
      business_hours: working,
      // Sara 5 s, Pedro 10 s, Tomás 20 s
      ai: {
        count: 3,
        mean_seconds: 11.7,
        median_seconds: 10,
        p90_seconds: 20,
        buckets: steps([3, 0, 0, 0, 0, 0, 0, 0], [100, 0, 0, 0, 0, 0, 0, 0]),
      },
    },
    // Pedro was handed over; Sara is resolved and no person wrote to her.
    ai: { conversations: 3, messages: 3, mean_seconds: 11.7, handovers: 1, contained: 1, containment_rate: 33.3 },
    queue: {
      waiting: 2,
      breached: 1,
      items: [
        // Fifteen minutes of working time: ten until Friday 18:00, five from Monday 8:00 on. 23 days, 5 h 55.
        {
          ...waits('Nora'),
          priority: 'urgent',
          waiting_since: at('05-08 17:50'),
          waiting_seconds: 2_008_500,
          due_at: at('05-11 08:05'),
          breached: true,
        },
        {
          ...waits('Rosa'),
          priority: 'none',
          waiting_since: at('05-31 23:30'),
          waiting_seconds: 900,
          due_at: at('06-01 08:15'),
          breached: false,
        },
      ],
    },
  })
})

test('Agents of May: conversations assigned, once each, and first reply times', async () => {
  const row = (agent: { id: string; name: string }, figures: object) => ({
    agent,
    name: agent.name,
    active: true,
    ...figures,
  })
  const expected = [
    row(Ana, {
      assigned: 0,
      resolved: 0,
      resolution_rate: null,
      first_responses: 0,
      first_response_mean_seconds: null,
      first_response_median_seconds: null,
      business_hours_mean_seconds: null,
      messages: 0,
    }),
    // Marta, Pedro, Iván, Julia, and Óscar again. Julia's was resolved while it was his; the others are resolved now.
    // First answers to Marta 120 s, Pedro 1200 s, Julia 83400 s; in working time 120, 1200, 600. Besides he wrote to Óscar.
    row(Beto, {
      assigned: 5,
      resolved: 5,
      resolution_rate: 100,
      first_responses: 3,
      first_response_mean_seconds: 28_240,
      first_response_median_seconds: 1200,
      business_hours_mean_seconds: 640,
      messages: 4,
    }),
    // Luis, Iván, Óscar, Elena, and Tomás, who is pending. Iván's and Óscar's are resolved now, by whomever.
    // First answers to Luis 45900 s, Iván 167400 s, Elena 60 s; in working time 900, 1800, 60. Two to Luis, two to Elena.
    row(Carla, {
      assigned: 5,
      resolved: 4,
      resolution_rate: 80,
      first_responses: 3,
      first_response_mean_seconds: 71_120,
      first_response_median_seconds: 45_900,
      business_hours_mean_seconds: 920,
      messages: 5,
    }),
  ]
  assert.deepEqual(await report('get_agents_report', may), {
    ...heading,
    agents: expected,
    conversations: null,
    note: null,
  })

  const result = await report('get_agents_report', { ...may, agent: 'beto' })
  const handled = (
    customer: string,
    when: { given: string; question: string },
    by: typeof Beto,
    times: [number, number],
  ) => ({
    conversation_id: conversations.get(customer)!,
    url: `http://localhost:3000/app/${actor.account.id}/conversations/${conversations.get(customer)}`,
    contact: { id: contacts.get(customer)!, name: customer },
    inbox: customer === 'Pedro' ? { id: inboxes.Sitio, name: 'Sitio' } : { id: inboxes.Ventas, name: 'Ventas' },
    assigned_at: at(when.given),
    asked_at: at(when.question),
    replied_by: by,
    first_response_seconds: times[0],
    business_hours_seconds: times[1],
    resolved: true,
  })
  assert.deepEqual(result, {
    ...heading,
    agents: expected,
    conversations: [
      handled('Julia', { given: '05-19 08:05', question: '05-18 09:00' }, Beto, [83_400, 600]),
      handled('Iván', { given: '05-11 09:00', question: '05-09 10:00' }, Carla, [167_400, 1800]),
      handled('Pedro', { given: '05-07 10:06', question: '05-07 10:00' }, Beto, [1200, 1200]),
      // The 1st is a holiday, then a weekend: of Óscar's 80 h 50 only Monday 8:00 to 8:20 is working time.
      handled('Óscar', { given: '05-06 09:00', question: '04-30 23:30' }, Beto, [291_000, 1200]),
      handled('Marta', { given: '05-04 09:01', question: '05-04 09:00' }, Beto, [120, 120]),
    ],
    note: null,
  })
})

test('Reply times of agents in May, first and overall', async () => {
  // Answers to who was waiting: Beto to Marta 120 s, to Pedro 960 s (since he wrote again at 10:04), to Julia 83400 s, to
  // Óscar 291000 s; Carla to Luis 45900 s and 1800 s, to Elena 60 s. Iván did not wait: the program had answered.
  assert.deepEqual(await report('get_agent_response_times', may), {
    ...heading,
    totals: { first_response: human, business_hours: working, answers: { count: 7, mean_seconds: 60_462.9 } }, // 423240 / 7
    agents: [
      {
        agent: Ana,
        name: 'Ana Admin',
        active: true,
        first_response: none,
        business_hours: none,
        answers: { count: 0, mean_seconds: null },
      },
      {
        agent: Beto,
        name: 'Beto',
        active: true,
        first_response: {
          count: 3,
          mean_seconds: 28_240,
          median_seconds: 1200,
          p90_seconds: 83_400,
          buckets: steps([0, 1, 0, 1, 0, 0, 1, 0], [0, 33.3, 0, 33.3, 0, 0, 33.3, 0]),
        },
        business_hours: {
          count: 3,
          mean_seconds: 640,
          median_seconds: 600,
          p90_seconds: 1200,
          buckets: steps([0, 1, 1, 1, 0, 0, 0, 0], [0, 33.3, 33.3, 33.3, 0, 0, 0, 0]),
        },
        answers: { count: 4, mean_seconds: 93_870 }, // 375480 / 4
      },
      {
        agent: Carla,
        name: 'Carla',
        active: true,
        first_response: {
          count: 3,
          mean_seconds: 71_120,
          median_seconds: 45_900,
          p90_seconds: 167_400,
          buckets: steps([1, 0, 0, 0, 0, 0, 1, 1], [33.3, 0, 0, 0, 0, 0, 33.3, 33.3]),
        },
        business_hours: {
          count: 3,
          mean_seconds: 920,
          median_seconds: 900,
          p90_seconds: 1800,
          buckets: steps([1, 0, 1, 1, 0, 0, 0, 0], [33.3, 0, 33.3, 33.3, 0, 0, 0, 0]),
        },
        answers: { count: 3, mean_seconds: 15_920 }, // 47760 / 3
      },
    ],
  })
})

test('SLA breaches of May', async () => {
  const sums = (first_response: number, next_response: number) => ({
    total: first_response + next_response,
    first_response,
    next_response,
    resolution: 0,
  })
  const missed: Record<string, object> = { '2026-05-11': sums(1, 0), '2026-05-31': sums(0, 1) }
  const byPriority: Record<string, object> = { urgent: sums(1, 0), none: sums(0, 1) }
  assert.deepEqual(await report('get_sla_breaches_report', may), {
    ...heading,
    totals: sums(1, 1), // Nora, and Julia half an hour before midnight
    asked: 10,
    first_response_breach_rate: 10,
    daily: daysOf(heading.days).map((day) => ({ day, ...(missed[day] ?? sums(0, 0)) })),
    by_kind: [
      { kind: 'first_response', count: 1, share: 50 },
      { kind: 'next_response', count: 1, share: 50 },
      { kind: 'resolution', count: 0, share: 0 },
    ],
    by_inbox: [{ inbox: { id: inboxes.Ventas, name: 'Ventas' }, name: 'Ventas', ...sums(1, 1) }],
    by_agent: [
      { agent: Beto, name: 'Beto', ...sums(0, 1) },
      { agent: null, name: 'Sin asignar', ...sums(1, 0) },
    ],
    by_team: [{ team: null, name: 'Sin equipo', ...sums(1, 1) }],
    by_priority: priorities.map((priority) => ({ priority, ...(byPriority[priority] ?? sums(0, 0)) })),
  })
})

test('Funnel of deals created in May', async () => {
  /*
   * Torre, Lote, Apartamento, Bodega, Oficina, Garaje and Vieja; Finca is of April, Error in the bin. How far they came:
   *   Vieja Nuevo (nothing is known of it); Lote Contactado; Garaje Calificado; Apartamento Negociación, and back;
   *   Torre and Bodega Ganado; Oficina Ganado, and opened again.
   */
  const { pipeline, stages, lost_from, ...rest } = await report('get_crm_funnel', {})
  const all = money('COP', { COP: [2_050_000, 6], USD: [200, 1] }, 2)
  assert.deepEqual(rest, {
    ...heading,
    total: { count: 7, amount: all },
    won: { count: 2, amount: money('COP', { COP: [1_000_000, 1], USD: [200, 1] }) }, // Torre, Bodega
    lost: { count: 2, amount: money('COP', { COP: [500_000, 2] }, 1) }, // Lote, Vieja
  })
  assert.equal(pipeline.name, 'Ventas')
  const row = (
    count: number,
    amount: object,
    reached: number | null,
    worth: object | null,
    next: number | null,
    cumulative: number | null,
  ) => ({
    count,
    amount,
    reached_count: reached,
    reached_amount: worth,
    conversion_to_next: next,
    cumulative_conversion: cumulative,
  })
  const late = money('COP', { COP: [1_300_000, 3], USD: [200, 1] }, 1) // Torre, Apartamento, Oficina; Bodega
  assert.deepEqual(Object.fromEntries(stages.map(({ stage, ...figures }) => [stage.name, figures])), {
    Nuevo: row(1, money('COP', { COP: [0, 1] }, 1), 7, all, 85.7, 100), // Oficina; 6 of 7
    Contactado: row(
      1,
      money('COP', { COP: [300_000, 1] }),
      6,
      money('COP', { COP: [2_050_000, 5], USD: [200, 1] }, 1),
      83.3,
      85.7,
    ), // Apartamento; 5 of 6
    Calificado: row(
      1,
      money('COP', { COP: [250_000, 1] }),
      5,
      money('COP', { COP: [1_550_000, 4], USD: [200, 1] }, 1),
      80,
      71.4,
    ), // Garaje; 4 of 5
    Propuesta: row(0, money('COP', {}), 4, late, 100, 57.1), // 4 of 4
    Negociación: row(0, money('COP', {}), 4, late, 75, 57.1), // 3 of 4
    Ganado: row(
      2,
      money('COP', { COP: [1_000_000, 1], USD: [200, 1] }),
      3,
      money('COP', { COP: [1_000_000, 2], USD: [200, 1] }, 1),
      null,
      42.9,
    ), // 3 of 7
    Perdido: row(2, money('COP', { COP: [500_000, 2] }, 1), null, null, null, null),
  })
  assert.deepEqual(
    lost_from.map(({ stage, ...figures }) => ({ ...figures, stage: stage && stage.name })),
    [
      { stage: 'Contactado', name: 'Contactado', count: 1, amount: money('COP', { COP: [500_000, 1] }) }, // Lote
      { stage: null, name: 'Sin historial', count: 1, amount: money('COP', { COP: [0, 1] }, 1) }, // Vieja
    ],
  )
})

test('Won and lost deals of May, compared with April', async () => {
  /*
   * Won: Torre 10 days, Bodega 05-11 12:00 to 05-31 23:30, 20.479 days, Finca 30, Contenedor 2. Lost: Lote 10, Muestra 2,
   * Vieja 1. Oficina was won and opened again: it is neither. April: Casa won after 10 days, Local lost after 10.
   */
  const { by_pipeline, ...rest } = await report('get_crm_conversion_report', { compare_with_previous: true })
  assert.deepEqual(rest, {
    ...heading,
    previous_days: { from: '2026-04-01', to: '2026-04-30' }, // until the 31st of April: all of it
    pipeline: null,
    current: {
      won: 4,
      lost: 3,
      won_amount,
      lost_amount,
      win_rate: 57.1, // 4 of 7
      win_rate_amount: 78.3, // 1800000 of 2300000
      avg_cycle_days: 15.6, // 62.479 / 4
      median_cycle_days: 15.2, // (10 + 20.479) / 2
      avg_cycle_days_lost: 4.3, // 13 / 3
      median_cycle_days_lost: 2,
      avg_cycle_days_all: 10.8, // 75.479 / 7
      median_cycle_days_all: 10,
      reopened: 1, // Oficina
      data_quality: { negative_cycles: 0, without_amount: 1 }, // Vieja
    },
    previous: {
      won: 1,
      lost: 1,
      won_amount: money('COP', { COP: [600_000, 1] }),
      lost_amount: money('COP', { COP: [400_000, 1] }),
      win_rate: 50,
      win_rate_amount: 60,
      avg_cycle_days: 10,
      median_cycle_days: 10,
      avg_cycle_days_lost: 10,
      median_cycle_days_lost: 10,
      avg_cycle_days_all: 10,
      median_cycle_days_all: 10,
      reopened: 0,
      data_quality: { negative_cycles: 0, without_amount: 0 },
    },
    changes: {
      won: 300,
      lost: 200,
      won_amount: 200,
      lost_amount: 25,
      win_rate_points: 7.1,
      win_rate_amount_points: 18.3,
      avg_cycle_days: 56,
      median_cycle_days: 52,
      reopened: null,
    },
  })
  assert.deepEqual(Object.fromEntries(by_pipeline.map(({ pipeline, ...figures }) => [pipeline.name, figures])), {
    Ventas: {
      won: 3,
      lost: 2,
      won_amount: money('COP', { COP: [1_800_000, 2], USD: [200, 1] }),
      lost_amount: money('COP', { COP: [500_000, 2] }, 1),
      win_rate: 60,
      win_rate_amount: 78.3,
    },
    Exportación: {
      won: 1,
      lost: 1,
      won_amount: money('USD', { USD: [1000, 1] }),
      lost_amount: money('USD', { EUR: [50, 1] }),
      win_rate: 50,
      win_rate_amount: 100,
    },
  })
})

test('Sales per agent in May', async () => {
  assert.deepEqual(await report('get_crm_agent_performance', {}), {
    ...heading,
    pipeline: null,
    total_agents: 3,
    totals: {
      won: 4,
      lost: 3,
      open: 3,
      open_created_in_period: 3, // open: Apartamento, Oficina, Garaje
      amount_won: won_amount,
      win_rate: 57.1,
      average_ticket: 900_000,
    },
    agents: [
      // Torre and Finca; Vieja; Apartamento and Oficina
      {
        agent: Beto,
        name: 'Beto',
        won: 2,
        lost: 1,
        open: 2,
        open_created_in_period: 2,
        amount_won: money('COP', { COP: [1_800_000, 2] }),
        win_rate: 66.7,
        average_ticket: 900_000,
      },
      // Bodega and Contenedor, in dollars; Lote and Muestra
      {
        agent: Carla,
        name: 'Carla',
        won: 2,
        lost: 2,
        open: 0,
        open_created_in_period: 0,
        amount_won: money('COP', { USD: [1200, 2] }),
        win_rate: 50,
        average_ticket: null,
      },
      // Garaje
      {
        agent: null,
        name: 'Sin asignar',
        won: 0,
        lost: 0,
        open: 1,
        open_created_in_period: 1,
        amount_won: money('COP', {}),
        win_rate: null,
        average_ticket: null,
      },
    ],
  })
})

const losses = [
  {
    reason: 'Crédito negado',
    name: 'Crédito negado',
    count: 1,
    share: 33.3,
    amount: money('COP', { COP: [500_000, 1] }),
    amount_share: 100,
  },
  { reason: 'Otro', name: 'Otro', count: 1, share: 33.3, amount: money('COP', { EUR: [50, 1] }), amount_share: 0 },
  {
    reason: null,
    name: 'Sin motivo',
    count: 1,
    share: 33.3,
    amount: money('COP', { COP: [0, 1] }, 1),
    amount_share: 0,
  },
]

test('Lost reasons in May', async () => {
  assert.deepEqual(await report('get_crm_lost_reasons_breakdown', {}), {
    ...heading,
    pipeline: null,
    total: { count: 3, amount: lost_amount },
    reasons: losses,
    total_leads: 2,
    total_lead_reasons: 1,
    // The fair's, 100000 pesos, and Julia's, 50 dollars.
    leads: [
      {
        reason: 'No contesta',
        name: 'No contesta',
        count: 2,
        share: 100,
        amount: money('COP', { COP: [100_000, 1], USD: [50, 1] }),
        amount_share: 100,
      },
    ],
  })
})

test('Sales of May, from conversations to won deals', async () => {
  assert.deepEqual(await report('get_crm_report', may), {
    ...heading,
    basis: 'activity',
    funnel: [
      { step: 'conversations', count: 10, step_rate: null },
      { step: 'leads', count: 9, step_rate: 90 },
      { step: 'opportunities', count: 9, step_rate: 100 },
      { step: 'won', count: 4, step_rate: 44.4 },
    ],
    lead_to_won_cohort: { leads: 9, won: 1, rate: 11.1 }, // Marta's became Torre
    won: 4,
    revenue: won_amount,
    average_ticket: 900_000,
    by_owner: [
      { agent: Beto, name: 'Beto', won: 2, revenue: money('COP', { COP: [1_800_000, 2] }), average_ticket: 900_000 },
      { agent: Carla, name: 'Carla', won: 2, revenue: money('COP', { USD: [1200, 2] }), average_ticket: null },
    ],
    // Torre came with Marta; of Finca, Bodega and Contenedor nothing is known.
    by_origin: [
      { source: 'google', name: 'google', won: 1, revenue: money('COP', { COP: [1_000_000, 1] }) },
      { source: null, name: 'Sin origen', won: 3, revenue: money('COP', { USD: [1200, 2], COP: [800_000, 1] }) },
    ],
    losses,
    total_origins: 3,
    attribution: [
      {
        source: 'google',
        medium: 'cpc',
        campaign: 'mayo',
        contacts: 1,
        leads: 1,
        opportunities: 1,
        won: 1,
        revenue: money('COP', { COP: [1_000_000, 1] }),
        lead_to_won: 100,
      },
      {
        source: null,
        medium: null,
        campaign: null,
        contacts: 9,
        leads: 8,
        opportunities: 8,
        won: 3,
        revenue: money('COP', { USD: [1200, 2], COP: [800_000, 1] }),
        lead_to_won: 0,
      },
      {
        source: 'feria_hogar',
        medium: null,
        campaign: null,
        contacts: 1,
        leads: 0,
        opportunities: 0,
        won: 0,
        revenue: money('COP', {}),
        lead_to_won: null,
      },
    ],
  })
})

test('Sales of one inbox, where a step may exceed one hundred percent', async () => {
  const { funnel, revenue } = await report('get_crm_report', { ...may, inbox_id: inboxes.Sitio })
  assert.deepEqual(
    funnel.map(({ count, step_rate }) => [count, step_rate]),
    [
      [3, null],
      [1, 33.3],
      [3, 300],
      [1, 33.3],
    ],
  )
  assert.deepEqual(revenue, money('COP', { USD: [1000, 1] }))
})

test('Response times of the leads of May', async () => {
  /*
   * Marta    since she wrote at 9:00, before she was a lead: 120 s; Beto.     Luis    since 05-05 19:30: 45900 s, and he wrote again; Carla.
   * Pedro    since 10:00: 1200 s; no owner; Beto has the conversation.     Elena   since she was a lead, 8:20 to 8:31: 660 s; Carla.
   * Nora, Rosa: no owner, never answered.   Iván: no message since noon; Carla.   Julia: no message since noon; Beto.
   * The lead of the fair has no contact: no conversation; Ana.
   */
  const result = await report('analyze_lead_response_times', { limit: 3 })
  const buckets = (counts: number[], shares: number[]) =>
    ['5m', '15m', '1h', '24h', 'more', 'never'].map((within, i) => ({ within, count: counts[i]!, share: shares[i]! }))
  const { leads: rows, ...rest } = result
  const never = {
    contacted: 0,
    pct_contacted: 0,
    mean_seconds: null,
    median_seconds: null,
    p90_seconds: null,
    customer_replied: 0,
    pct_customer_reply: null,
  }
  assert.deepEqual(rest, {
    ...heading,
    pipeline: null,
    totals: {
      total: 9,
      no_conversation: 1,
      contacted: 4,
      pct_contacted: 44.4,
      mean_seconds: 11_970, // 47880 / 4
      median_seconds: 930, // (660 + 1200) / 2
      p90_seconds: 45_900,
      customer_replied: 1,
      pct_customer_reply: 25,
      buckets: buckets([1, 1, 1, 1, 0, 5], [11.1, 11.1, 11.1, 11.1, 0, 55.6]),
    },
    by_agent: [
      {
        agent: Beto,
        name: 'Beto',
        total: 3,
        no_conversation: 0,
        contacted: 2,
        pct_contacted: 66.7,
        mean_seconds: 660,
        median_seconds: 660,
        p90_seconds: 1200,
        customer_replied: 0,
        pct_customer_reply: 0,
        buckets: buckets([1, 0, 1, 0, 0, 1], [33.3, 0, 33.3, 0, 0, 33.3]),
      },
      {
        agent: Carla,
        name: 'Carla',
        total: 3,
        no_conversation: 0,
        contacted: 2,
        pct_contacted: 66.7,
        mean_seconds: 23_280,
        median_seconds: 23_280,
        p90_seconds: 45_900,
        customer_replied: 1,
        pct_customer_reply: 50,
        buckets: buckets([0, 1, 0, 1, 0, 1], [0, 33.3, 0, 33.3, 0, 33.3]),
      },
      {
        agent: null,
        name: 'Sin asignar',
        total: 2,
        no_conversation: 0,
        ...never,
        buckets: buckets([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 100]),
      },
      {
        agent: Ana,
        name: 'Ana Admin',
        total: 1,
        no_conversation: 1,
        ...never,
        buckets: buckets([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 100]),
      },
    ],
  })
  // The newest three.
  assert.deepEqual(
    rows.map(({ name, clock_started_at, seconds }) => [name, clock_started_at, seconds]),
    [
      ['Rosa', at('05-31 23:30'), null],
      ['Elena', at('05-25 08:20'), 660],
      ['Julia', at('05-20 12:00'), null],
    ],
  )
  const { leads: all } = await report('analyze_lead_response_times', { limit: 100 })
  const one = (name: string) => all.find(({ id }) => id === leads.get(name))!
  assert.deepEqual(
    [
      one('Luis').clock_started_at,
      one('Luis').first_human_reply_at,
      one('Luis').seconds,
      one('Luis').replied_by,
      one('Luis').customer_replied_after,
    ],
    [at('05-05 19:30'), at('05-06 08:15'), 45_900, Carla, true],
  )
  assert.deepEqual([one('Pedro').agent, one('Pedro').seconds, one('Feria').no_conversation], [Beto, 1200, true])
  assert.deepEqual(
    [one('Nora').agent_name, one('Nora').first_touch],
    ['Sin asignar', { type: 'call', at: at('05-09 09:00'), by: Beto }],
  )
  assert.equal(one('Iván').seconds, null)
})
