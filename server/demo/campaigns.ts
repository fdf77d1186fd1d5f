import type { Inbox } from '#contract/records/inbox.ts'
import { findAnswered, noteReply } from '#domains/campaigns/replies.ts'
import { sendSome } from '#domains/campaigns/sending.ts'
import type { Person } from '#server/demo/contacts.ts'
import { DAY, MINUTE, type Past, together } from '#server/demo/past.ts'

const READERS = 20

const REPLIES = [
  ['¡Hola! Sí me interesa, ¿qué día es la feria?', 'Es este sábado desde las 9:00 a. m. Le guardo dos entradas.'],
  ['¿Van a tener apartamentos en Medellín?', 'Sí, llevamos el proyecto de Laureles y dos usados en El Poblado.'],
  ['Ya compré, gracias', '¡Felicitaciones por la compra! Quedamos a la orden.'],
  ['¿Puedo llevar a mi hermana?', 'Claro que sí, la esperamos. La entrada es libre.'],
] as const

/** One campaign that reached everybody weeks ago, some of whom answered, and one that nobody has started. */
export async function seedCampaigns(past: Past, inboxes: readonly Inbox[], people: readonly Person[]): Promise<void> {
  const { act, now } = past
  const inbox = inboxes.find(({ name }) => name === 'WhatsApp')!
  await seedDone(past, inbox, people)
  const audience = { labels: ['inversionista'], filter: null }
  const content =
    'Hola, {{contact.first_name}}. Abrimos preventa en Cedritos con separación desde $ 5.000.000. ¿Le envío los planos?'
  await act('create_campaign', { name: 'Preventa Cedritos', inbox: inbox.id, audience, content }, now - 2 * DAY)
}

/** It went to those who have been here longest; they had never written by this channel. */
async function seedDone(past: Past, inbox: Inbox, people: readonly Person[]): Promise<void> {
  const { act, happen, runtime, account_id, now } = past
  const at = now - 40 * DAY
  const since = people.at(-READERS - 1)!.created_at
  const before = { field: 'created_at', operator: 'is_less_than' as const, values: [since] }
  const audience = { filter: { any: [{ all: [before] }] } }
  const content =
    'Hola, {{contact.first_name}}. El sábado estamos en la feria inmobiliaria. ¿Le guardamos dos entradas?'
  const fields = { name: 'Feria inmobiliaria', inbox: inbox.id, audience, content, per_minute: 60 * READERS }
  const { id: campaign_id, name } = await act('create_campaign', fields, at - DAY)
  await act('start_campaign', { campaign_id }, at)
  // Its turn comes by the clock of the database, which knows nothing of the past.
  await runtime.database.sql`
    update campaigns set next_send_at = ${new Date(at)} where account_id = ${account_id} and id = ${campaign_id}`
  const campaign = { type: 'campaign', id: campaign_id, name } as const
  await happen('run_campaign', campaign, at + MINUTE, (ctx) => sendSome(ctx, campaign_id, () => {}))
  const { items } = await act('list_campaign_recipients', { campaign_id, limit: 100 }, now)
  await together(REPLIES, (said, i) =>
    seedReply(past, inbox, items[i * 3]!.conversation_id!, said, at + i * 37 * MINUTE),
  )
}

/** A customer answers, the campaign is told, and somebody has the last word. */
async function seedReply(
  { act, happen, runtime, account_id, agents, now }: Past,
  inbox: Inbox,
  conversation_id: string,
  [question, answer]: readonly [string, string],
  at: number,
): Promise<void> {
  const { source_id } = await act('get_conversation_detail', { conversation_id }, now)
  const said = { inbox_id: inbox.id, source_id, content: question }
  const { message } = await act('receive_message', said, at + 20 * MINUTE)
  const answered = await findAnswered(runtime.database.sql, account_id, message)
  const hilo = { type: 'system', id: null, name: 'Hilo' } as const
  await happen('note_campaign_reply', hilo, at + 20 * MINUTE, (ctx) => noteReply(ctx, answered!, message.created_at))
  const agent = agents[1]!
  await act('assign_conversation', { conversation_id, agent: agent.user_id! }, at + 24 * MINUTE)
  await act('send_message', { conversation_id, content: answer }, at + 25 * MINUTE, agent)
  await act('resolve_conversation', { conversation_id }, at + 40 * MINUTE, agent)
}
