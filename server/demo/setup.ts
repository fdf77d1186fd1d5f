import type { Inbox } from '#contract/records/inbox.ts'
import { addDays, dayOf } from '#contract/periods.ts'
import { ATTRIBUTES, CANNED, EDITED } from '#server/demo/dialogues.ts'
import { insert as insertInbox } from '#domains/workspace/inboxes/store.ts'
import { new_inbox, reviseInbox } from '#domains/workspace/rules.ts'
import { replaceAll as replaceTemplates } from '#domains/workspace/inboxes/templates.ts'
import { colombianHolidays } from '#server/demo/holidays.ts'
import { DAY, type Past } from '#server/demo/past.ts'
import { TEMPLATES } from '#server/demo/templates.ts'

/** Name, channel, and whether a satisfaction survey is sent. */
const INBOXES = [
  ['Sitio web', 'web_widget', true],
  ['WhatsApp', 'whatsapp', true],
  ['Instagram', 'instagram', false],
  ['Facebook', 'messenger', false],
] as const

/** Creates two teams, four inboxes with business hours and SLA targets, canned responses with their history, and attributes. */
export async function seedSetup(past: Past): Promise<Inbox[]> {
  const { act, agents, now } = past
  const at = now - 100 * DAY
  const members = agents.map((agent) => agent.user_id!)
  const selling = { name: 'Ventas', description: 'Inmuebles nuevos y usados', members: members.slice(0, 3) }
  const driving = { name: 'Vehículos', description: 'Nuevos, usados y retomas', members: members.slice(3) }
  for (const team of [selling, driving]) await act('create_team', team, at)
  const inboxes: Inbox[] = []
  for (const each of INBOXES) inboxes.push(await seedInbox(past, each, members, at))
  await seedAnswers(past, at)
  for (const [display_name, key, model, type, values] of ATTRIBUTES)
    await act('create_custom_attribute', { display_name, key, model, type, ...(values && { values: [...values] }) }, at)
  return inboxes
}

/** Creates an inbox without credentials: the channels of the demo are connected to no provider. */
function seedInbox(
  past: Past,
  [name, channel, hasSurvey]: (typeof INBOXES)[number],
  members: readonly string[],
  at: number,
): Promise<Inbox> {
  const isSite = channel === 'web_widget'
  const look = { color: '#0f766e', greeting_title: 'Casa & Motor', locale: 'auto', pre_chat: true } as const
  const csat = { enabled: hasSurvey, message: hasSurvey ? QUESTION : null }
  const settings = isSite ? look : {}
  const fields = { name, auto_assign: isSite, settings, business_hours: hours(past), sla: SLA, csat }
  return past.happen('create_inbox', past.agents[0]!, at, async (ctx) => {
    const answering = members.map((id) => ({ id }))
    const inbox = await insertInbox(ctx, channel, reviseInbox(new_inbox, fields), answering)
    if (channel === 'whatsapp') await replaceTemplates(ctx, inbox.id, TEMPLATES)
    return inbox
  })
}

const QUESTION = '{{contact.first_name | default: "Hola"}}, ¿cómo le pareció nuestra atención?'

const OUT_OF_OFFICE =
  '¡Hola, {{contact.first_name | default: "gracias por escribir"}}! En este momento no estamos. Atendemos de lunes a viernes ' +
  'de 8:00 a. m. a 12:00 m. y de 2:00 a 6:00 p. m., y los sábados de 9:00 a. m. a 1:00 p. m. Le respondemos apenas volvamos.'

/** Business hours: weekday mornings and afternoons and Saturday mornings, except on holidays. */
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

/** Minutes until the first reply, each further reply, and the resolution, by priority. */
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

/** Creates the canned responses; agents have since edited some of them. */
async function seedAnswers({ act, agents, now }: Past, at: number): Promise<void> {
  for (const [short_code, content] of CANNED)
    await act('create_canned_response', { short_code, content, inbox: 'WhatsApp' }, at)
  for (const [i, [short_code, new_content]] of EDITED.entries())
    await act('edit_canned_response', { short_code, new_content }, now - (70 - i * 15) * DAY, agents[i % 3]!)
}

/** The next full working days: weekdays that are not holidays. */
export function workdays(past: Past, count: number): string[] {
  const today = dayOf(new Date(past.now), past.time_zone)
  const closed = new Set(hours(past).holidays.map(({ date }) => date))
  const days = Array.from({ length: count * 2 + 14 }, (_, i) => addDays(today, i + 1))
  const open = days.filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !closed.has(day))
  return open.slice(0, count)
}
