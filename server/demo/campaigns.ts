import { HILO } from '#contract/records/author.ts'
import { channelCapabilities } from '#contract/channels.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { findRepliedTo, recordReply } from '#domains/campaigns/replies.ts'
import { sendBatch } from '#domains/campaigns/send-batch.ts'
import { receiveMessage } from '#domains/conversations/messages/receive.ts'
import type { Person } from '#server/demo/contacts.ts'
import { DAY, MINUTE, type Past } from '#server/demo/past.ts'
import { FAIR, PRESALE } from '#server/demo/templates.ts'

const READERS = 20
const FIRST_NAME = '{{contact.first_name}}'

const REPLIES = [
  ['¡Hola! Sí me interesa, ¿qué día es la feria?', 'Es este sábado desde las 9:00 a. m. Le guardo dos entradas.'],
  ['¿Van a tener apartamentos en Medellín?', 'Sí, llevamos el proyecto de Laureles y dos usados en El Poblado.'],
  ['Ya compré, gracias', '¡Felicitaciones por la compra! Quedamos a la orden.'],
  ['¿Puedo llevar a mi hermana?', 'Claro que sí, la esperamos. La entrada es libre.'],
] as const

/** Creates one campaign sent weeks ago, with some replies, and one draft. */
export async function seedCampaigns(past: Past, inboxes: readonly Inbox[], people: readonly Person[]): Promise<void> {
  const { act, now } = past
  const inbox = inboxes.find(({ name }) => name === 'WhatsApp')!
  await seedDone(past, inbox, people)
  const audience = { labels: ['inversionista'], filter: null }
  const parameters = { body: [FIRST_NAME, 'Cedritos', '$ 5.000.000'] }
  const template = { ...PRESALE, parameters }
  await act('create_campaign', { name: 'Preventa Cedritos', inbox: inbox.id, audience, template }, now - 2 * DAY)
}

/** Creates the sent campaign. It went to the oldest contacts, who had never written in this channel. */
async function seedDone(past: Past, inbox: Inbox, people: readonly Person[]): Promise<void> {
  const { act, happen, sql, account_id, now } = past
  const at = now - 40 * DAY
  const since = people.at(-READERS - 1)!.created_at
  const before = { field: 'created_at', operator: 'is_less_than' as const, values: [since] }
  const audience = { filter: { any: [{ all: [before] }] } }
  const template = { ...FAIR, parameters: { body: [FIRST_NAME] } }
  const fields = { name: 'Feria inmobiliaria', inbox: inbox.id, audience, template, per_minute: 60 * READERS }
  const { id: campaign_id, name } = await act('create_campaign', fields, at - DAY)
  await act('start_campaign', { campaign_id }, at)
  // The database clock set the send time to the present, so it is moved to the past.
  await sql`
    update campaigns set next_send_at = ${new Date(at)} where account_id = ${account_id} and id = ${campaign_id}`
  const campaign = { type: 'campaign', id: campaign_id, name } as const
  await happen('run_campaign', campaign, at + MINUTE, (ctx) => sendBatch(ctx, campaign_id, () => {}))
  await recordDelivery(past, campaign_id)
  const { items } = await act('list_campaign_recipients', { campaign_id, limit: 100 }, now)
  await Promise.all(
    REPLIES.map((exchange, i) =>
      seedReply(past, inbox, items[i * 3]!.conversation_id!, exchange, at + i * 37 * MINUTE),
    ),
  )
}

/** All messages arrived, and most were read. */
async function recordDelivery({ sql, account_id }: Past, campaign_id: string): Promise<void> {
  await sql`
    with r as (
      update campaign_recipients set status = case when contact_id % 4 = 0 then 'delivered' else 'read' end
       where account_id = ${account_id} and campaign_id = ${campaign_id} and status = 'sent' returning account_id, message_id, status
    ) update messages m set status = r.status from r where m.account_id = r.account_id and m.id = r.message_id`
}

/** A customer replies, the campaign counts the reply, and an agent answers and resolves the conversation. */
async function seedReply(
  { act, happen, sql, account_id, agents, now }: Past,
  inbox: Inbox,
  conversation_id: string,
  [question, answer]: readonly [string, string],
  at: number,
): Promise<void> {
  const { source_id } = await act('get_conversation_detail', { conversation_id }, now)
  const customer = { source_id: source_id!, trusted: true }
  const incoming = { content: question, window_hours: channelCapabilities.whatsapp.window_hours }
  const { message } = await happen('receive_channel_event', agents[0]!, at + 20 * MINUTE, (ctx) =>
    receiveMessage(ctx, inbox, customer, incoming),
  )
  const answered = await findRepliedTo(sql, account_id, message)
  await happen('note_campaign_reply', HILO, at + 20 * MINUTE, (ctx) => recordReply(ctx, answered!, message.created_at))
  const agent = agents[1]!
  await act('assign_conversation', { conversation_id, agent: agent.user_id! }, at + 24 * MINUTE)
  await act('send_message', { conversation_id, content: answer }, at + 25 * MINUTE, agent)
  await act('resolve_conversation', { conversation_id }, at + 40 * MINUTE, agent)
}
