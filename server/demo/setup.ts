import type { Inbox } from '#contract/records/inbox.ts'
import { addDays, dayOf } from '#contract/periods.ts'
import { ATTRIBUTES, CANNED, EDITED } from '#server/demo/dialogues.ts'
import { colombianHolidays } from '#server/demo/holidays.ts'
import { DAY, type Past } from '#server/demo/past.ts'

/** Which ask their customers how it was. */
const INBOXES = [
  ['Sitio web', 'web_widget', true],
  ['WhatsApp', 'api', true],
  ['Instagram', 'api', false],
  ['Facebook', 'api', false],
] as const

/** Two teams, four inboxes with their hours and promises, ready answers with their history, and attributes. */
export async function seedSetup(past: Past): Promise<Inbox[]> {
  const { act, agents, now } = past
  const at = now - 100 * DAY
  const members = agents.map((agent) => agent.user_id!)
  const selling = { name: 'Ventas', description: 'Inmuebles nuevos y usados', members: members.slice(0, 3) }
  const driving = { name: 'Vehículos', description: 'Nuevos, usados y retomas', members: members.slice(3) }
  for (const team of [selling, driving]) await act('create_team', team, at)
  const inboxes: Inbox[] = []
  for (const [name, channel, asks] of INBOXES) {
    const isSite = channel === 'web_widget'
    const look = { color: '#0f766e', greeting_title: 'Casa & Motor', locale: 'auto', pre_chat: true } as const
    const inbox = { name, channel, members, auto_assign: isSite, ...(isSite && { settings: look }) }
    const csat = { enabled: asks, message: asks ? QUESTION : null }
    inboxes.push(await act('create_inbox', { ...inbox, business_hours: hours(past), sla: SLA, csat }, at))
  }
  await seedAnswers(past, at)
  for (const [display_name, key, model, type, values] of ATTRIBUTES)
    await act('create_custom_attribute', { display_name, key, model, type, ...(values && { values: [...values] }) }, at)
  return inboxes
}

const QUESTION = '{{contact.first_name | default: "Hola"}}, ¿cómo le pareció nuestra atención?'

const OUT_OF_OFFICE =
  '¡Hola, {{contact.first_name | default: "gracias por escribir"}}! En este momento no estamos. Atendemos de lunes a viernes ' +
  'de 8:00 a. m. a 12:00 m. y de 2:00 a 6:00 p. m., y los sábados de 9:00 a. m. a 1:00 p. m. Le respondemos apenas volvamos.'

/** Mornings and afternoons of the week, Saturday mornings, and no holidays. */
function hours({ now, time_zone }: Pick<Past, 'now' | 'time_zone'>) {
  const year = Number(dayOf(new Date(now), time_zone).slice(0, 4))
  const weekdays = [1, 2, 3, 4, 5].flatMap((day) => [
    { day, from: '08:00', to: '12:00' },
    { day, from: '14:00', to: '18:00' },
  ])
  return {
    time_zone,
    intervals: [...weekdays, { day: 6, from: '09:00', to: '13:00' }],
    holidays: [year, year + 1].flatMap(colombianHolidays),
    out_of_office_message: OUT_OF_OFFICE,
  }
}

/** Minutes for the first answer, each further one, and until it is settled. */
const SLA = {
  business_hours_only: true,
  targets: (
    [
      ['urgent', 5, 10, 240],
      ['high', 10, 20, 480],
      [null, 15, 30, 1440],
    ] as const
  ).map(([priority, first_response_minutes, next_response_minutes, resolution_minutes]) => ({
    priority,
    first_response_minutes,
    next_response_minutes,
    resolution_minutes,
  })),
}

/** The ready answers, of which some were written again by those who use them. */
async function seedAnswers({ act, agents, now }: Past, at: number): Promise<void> {
  for (const [short_code, content] of CANNED)
    await act('create_canned_response', { short_code, content, inbox: 'WhatsApp' }, at)
  for (const [i, [short_code, new_content]] of EDITED.entries())
    await act('edit_canned_response', { short_code, new_content }, now - (70 - i * 15) * DAY, agents[i % 3]!)
}

/** The next days on which somebody is there in the morning and in the afternoon. */
export function workdays(past: Past, count: number): string[] {
  const today = dayOf(new Date(past.now), past.time_zone)
  const closed = new Set(hours(past).holidays.map(({ date }) => date))
  const days = Array.from({ length: count * 2 + 14 }, (_, i) => addDays(today, i + 1))
  const open = days.filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !closed.has(day))
  return open.slice(0, count)
}
