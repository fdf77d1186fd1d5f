import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeInstagram } from '#test/channels/fakes/instagram.ts'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { checkConnection } from '#domains/channels/timers.ts'
import { seal, unseal } from '#kernel/vault.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const own = await openFakeInstagram()
const linked = await openFakeInstagram({ login: 'facebook' })
const node = await openNode({
  ...generous,
  HILO_INSTAGRAM_URL: own.url,
  HILO_GRAPH_URL: linked.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const { sql } = node
const connect = (instagram = own) => connectInbox(node, 'instagram', instagram.credentials)
const ana = { id: '1099887766554433', username: 'ana.ruiz' }

beforeEach(() => {
  own.reset()
  linked.reset()
})

for (const instagram of [own, linked])
  test(`A customer writes and reads the answer, with the login of ${instagram.credentials.login}`, async () => {
    const { webhook_url, conversation, conversations, message, messages, processed, reply } = await connect(instagram)
    await instagram.deliver(webhook_url, [instagram.receive(ana, { text: 'Precio porfa 🙏' })], { copies: 2 })
    const { id, reply_window } = await conversation()
    assert.equal(reply_window?.open, true)
    await until(async () => (await conversations())[0]?.contact.name === 'ana.ruiz', 'the customer has a name')
    const [first, second] = [await reply(id, { content: 'Hola' }), await reply(id, { content: 'Cuesta 100' })]
    await message((each) => each.id === second.id && each.status === 'sent')
    await instagram.deliver(webhook_url, instagram.takeEchoes())
    await processed()
    assert.equal((await messages()).length, 3)
    const mid = instagram.accepted().at(-1)!.mid
    await instagram.deliver(webhook_url, [instagram.event(ana, { read: { mid } })])
    await message((each) => each.id === second.id && each.status === 'read')
    await message((each) => each.id === first.id && each.status === 'read')
  })

test('Deleting the last inbox ends the subscription of the account, or of its page', async () => {
  for (const instagram of [own, linked]) {
    await sql`delete from channel_connections where channel = 'instagram'`
    const [first, second] = [await connect(instagram), await connect(instagram)]
    await first.call('DELETE', `/inboxes/${first.inbox.id}`)
    assert.ok(instagram.subscribedFields(), 'the other inbox still needs it')
    await second.call('DELETE', `/inboxes/${second.inbox.id}`)
    await until(() => instagram.subscribedFields() === undefined, 'Meta no longer sends events')
  }
})

describe('Receiving', () => {
  test('story mentions open the window; unsent messages leave a placeholder', async () => {
    const { webhook_url, conversation, message } = await connect()
    const url = 'https://lookaside.example.net/ig_story?asset_id=1'
    const mention = own.receive(ana, { attachments: [{ type: 'story_mention', payload: { url } }] })
    const text = own.receive(ana, { text: 'Uy' })
    const { mid } = text.message as { mid: string }
    await own.deliver(webhook_url, [mention, text, own.event(ana, { message: { mid, is_deleted: true } })])
    const story = await message(({ content_type }) => content_type === 'story')
    assert.deepEqual([story.content_attributes['kind'], story.attachments], ['mention', []])
    const gone = await message(({ deleted }) => deleted)
    assert.equal(gone.content, null)
    assert.equal((await conversation()).reply_window?.open, true)
  })

  test('the echo of an answer that was cut off is recognised by its text', async () => {
    const { webhook_url, conversation, message, messages, processed, reply } = await connect()
    await own.deliver(webhook_url, [own.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    own.fail('messages', 'accept_and_cut')
    const sent = await reply(id, { content: '¿Sigues ahí?' })
    await message((each) => each.id === sent.id && each.status === 'failed')
    await own.deliver(webhook_url, own.takeEchoes())
    await processed()
    await message((each) => each.id === sent.id && each.status === 'sent' && each.failure === null)
    assert.equal((await messages()).length, 2)
  })
})

describe('Tokens', () => {
  /** One hourly check, to its end. */
  const check = ({ account_id, inbox }: Awaited<ReturnType<typeof connect>>) =>
    checkConnection(node.node.runtime, { account_id, inbox_id: inbox.id, wants_templates: false })

  test('are renewed by themselves and stored sealed; answers use the new one', async () => {
    const connected = await connect()
    const { webhook_url, conversation, message, reply, inbox } = connected
    await own.deliver(webhook_url, [own.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    await sql`update channel_connections set checked_at = now() - interval '2 hours' where inbox_id = ${inbox.id}`
    node.node.runtime.notify()
    await until(() => own.callsOf('refresh').length === 1, 'the token was renewed')
    await until(async () => {
      const rows = await sql<{
        credentials: Buffer
      }>`select credentials from channel_connections where inbox_id = ${inbox.id}`
      assert.ok(!rows[0]!.credentials.toString('latin1').includes('IGAA'))
      return own.callsOf('account').at(-1)!.token !== own.credentials.access_token
    }, 'the new token is used')
    const sent = await reply(id, { content: 'Con el nuevo' })
    await message((each) => each.id === sent.id && each.status === 'sent')
    await check(connected)
    assert.equal(own.callsOf('refresh').length, 1, 'a fresh token is left alone')
  })

  test('that end soon and cannot be renewed are announced to administrators by e-mail, once at each step', async () => {
    const connected = await connect()
    const { inbox, account_id, call } = connected
    await check(connected)
    assert.notEqual(own.callsOf('account').at(-1)!.token, own.credentials.access_token)
    const { secret } = node.node.runtime
    const setExpiry = async (days: number) => {
      const [row] = await sql<{
        credentials: Buffer
      }>`select credentials from channel_connections where inbox_id = ${inbox.id}`
      const token_expires_at = new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString()
      const credentials = { ...(JSON.parse(unseal(secret, row!.credentials)) as object), token_expires_at }
      await sql`update channel_connections set credentials = ${seal(secret, JSON.stringify(credentials))} where inbox_id = ${inbox.id}`
    }
    const checkUnrenewed = async (count: number) => {
      own.fail('refresh', graphFailure(190, 'Session has expired'))
      const before = own.callsOf('refresh').length
      await check(connected)
      assert.equal(own.callsOf('refresh').length, before + 1)
      const mails = await sql`select from emails where account_id = ${account_id} and kind = 'connection'`
      assert.equal(mails.length, count)
    }
    const [administrators] = await sql<{ count: number }>`
      select count(*)::int as count from memberships where account_id = ${account_id} and role = 'administrator'`
    await setExpiry(7)
    await checkUnrenewed(administrators!.count)
    const { connection } = await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)
    assert.match(connection!.detail!, /in less than 7 days/)
    await checkUnrenewed(administrators!.count)
    await setExpiry(3)
    await checkUnrenewed(2 * administrators!.count)
  })

  test('stay if they cannot be renewed, such as on their first day', async () => {
    const connected = await connect()
    const { inbox, call } = connected
    own.fail('refresh', graphFailure(100, 'The token is too young'))
    await check(connected)
    assert.equal(own.callsOf('refresh').length, 1)
    const { connection } = await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)
    assert.equal(connection?.state, 'connected')
    own.unsubscribe()
    await call('POST', `/inboxes/${inbox.id}/connection/check`)
    assert.ok(own.subscribedFields()?.includes('messages'), 'the account is subscribed again')
  })
})
