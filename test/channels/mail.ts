import assert from 'node:assert/strict'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import type { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

let count = 0

/** The bytes of an e-mail to the shop; headers given replace the usual ones. */
export function writeMail(text: string, headers: Record<string, string> = {}): string {
  const all = {
    From: 'Ana Rojas <ana@correo.example>',
    To: 'Ventas <ventas@tienda.example>',
    Subject: 'Pedido 7781',
    'Message-ID': `<mail-${++count}@correo.example>`,
    Date: new Date().toUTCString(),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}`))
  return `${lines.join('\r\n')}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`
}

/** A report that nobody has the address an e-mail was sent to. */
export function writeBounce(message_id: string, recipient: string, action = 'failed', status = '5.1.1'): string {
  const parts = [
    'Content-Type: text/plain\n\nThe e-mail could not be delivered.',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.correo.example\n\nFinal-Recipient: rfc822; ${recipient}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} No such user\n`,
    `Content-Type: text/rfc822-headers\n\nMessage-ID: <${message_id}>\nSubject: Pedido\n`,
  ]
  const body = `${parts.map((part) => `--BB\n${part}\n`).join('')}--BB--`
  return writeMail(body, {
    'Return-Path': '<>',
    From: 'MAILER-DAEMON@mx.correo.example',
    Subject: 'Undelivered Mail Returned to Sender',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary="BB"',
  })
}

type Node = Awaited<ReturnType<typeof openNode>>

/** A workspace with an e-mail inbox. */
export async function connectMail(
  node: Node,
  credentials: Record<string, unknown>,
  { key, account_id }: { key: string; account_id: string },
  name = 'Ventas',
) {
  const { rest, sql } = node
  const created = await rest<InboxDetail>('POST', '/inboxes', { key, body: { name, channel: 'email', credentials } })
  assert.equal(created.status, 201, created.text)
  const inbox = created.body
  const call = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
    const answer = await rest(method, path, { key, body })
    return { status: answer.status, text: answer.text, body: answer.body as unknown as T }
  }
  const conversations = async () =>
    (await call<{ items: Conversation[] }>('GET', `/conversations?status=all&inbox_id=${inbox.id}`)).body.items
  const messages = async (conversation_id: string) =>
    (await call<{ items: Message[] }>('GET', `/conversations/${conversation_id}/messages?limit=100`)).body.items
  return {
    key,
    account_id,
    inbox,
    call,
    conversations,
    messages,
    /** Forwards an e-mail to the inbox and waits until it is processed. */
    async receive(raw: string | Buffer) {
      const answer = await fetch(inbox.connection!.webhook_url!, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: Buffer.from(raw as string),
      })
      assert.equal(answer.status, 200, await answer.text())
      let event: { outcome: string | null; reason: string | null } | undefined
      await until(async () => {
        ;[event] = await sql<{ outcome: string | null; reason: string | null }>`
          select outcome, reason from channel_events where inbox_id = ${inbox.id} order by id desc limit 1`
        return event!.outcome !== null && event!.outcome !== 'failed'
      }, 'the e-mail is processed')
      return event!
    },
    /** The only message of all conversations that fits, once it is there. */
    async message(isRight: (message: Message) => boolean): Promise<Message> {
      let found: Message | undefined
      await until(async () => {
        for (const { id } of await conversations()) found ??= (await messages(id)).find(isRight)
        return found !== undefined
      }, 'the message is there')
      return found!
    },
  }
}
