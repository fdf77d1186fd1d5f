import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { ChatMessage, Message } from '#contract/records/conversation.ts'
import type { Channel, WidgetSettings } from '#contract/records/inbox.ts'
import { surveyCloses } from '#contract/records/quality.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor, Visitor } from '#kernel/operation.ts'

/** Where a chat stands: the inbox a page names by its public token, and the workspace behind it. */
export type Site = {
  account: Account
  inbox: { id: string; name: string; channel: Channel; settings: WidgetSettings; ai_agent_enabled: boolean }
}

export async function findSite(sql: Sql, inbox_token: string): Promise<Site | undefined> {
  // Nothing else can be a token, and the database cannot even be asked about a NUL.
  if (!/^[\w-]{1,100}$/.test(inbox_token)) return undefined
  const [site] = await sql<Site>`
    select account_record(a) as account,
           jsonb_build_object('id', i.id::text, 'name', i.name, 'channel', i.channel, 'settings', i.settings,
                              'ai_agent_enabled', i.ai_agent_enabled) as inbox
      from inboxes i join accounts a on a.id = i.account_id
     where i.token = ${inbox_token}`
  return site
}

/** How the chat looks and behaves there. Greetings nobody wrote are empty: the panel has its own in either language. */
export function settingsOf({ account, inbox }: Site): Required<WidgetSettings> {
  return {
    color: '#4349bb',
    greeting_title: '',
    greeting_message: '',
    locale: account.locale,
    position: 'right',
    allowed_domains: [],
    pre_chat: false,
    identity_verification: 'optional',
    ...inbox.settings,
  }
}

/** The site of the demo workspace: its oldest live chat. */
export async function findDemoInbox(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ token: string }>`
    select i.token from installation n join inboxes i on i.account_id = n.demo_account_id
     where i.channel = 'web_widget' order by i.id limit 1`
  return row?.token
}

/** Who a visitor is, as their token says it. */
export type SiteVisitor = Visitor & { account_id: string }

const Claims = z.object({
  account_id: z.string(),
  inbox_id: z.string(),
  source_id: z.string(),
  verified: z.boolean(),
  expires: z.int(),
})

const LIFE_SECONDS = 180 * 86_400

/** A token that says who the visitor is. Only we can write one, and it opens nothing but their own chat. */
export function issueVisitor(secret: Buffer, visitor: SiteVisitor, now = new Date()): string {
  const { account_id, inbox_id, source_id, verified } = visitor
  const expires = Math.floor(now.getTime() / 1000) + LIFE_SECONDS
  const claims: z.input<typeof Claims> = { account_id, inbox_id, source_id, verified, expires }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `v1.${body}.${sign(secret, body)}`
}

/** The visitor of a token of ours that is still good. */
export function readVisitor(secret: Buffer, token: string, now = new Date()): SiteVisitor | undefined {
  const [, body = ''] = token.split('.')
  if (!same(token, `v1.${body}.${sign(secret, body)}`)) return undefined
  const { expires, ...visitor } = Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return expires * 1000 > now.getTime() ? visitor : undefined
}

const rights: ReadonlySet<Permission> = new Set<Permission>(['visitor'])

/** The visitor as someone who acts; undefined once their inbox is gone. They are a contact from their first message on. */
export async function visitorActor(
  sql: Sql,
  { account_id, inbox_id, source_id, verified }: SiteVisitor,
): Promise<Actor | undefined> {
  const [row] = await sql<Known>`
    select account_record(a) as account, c.id, c.name
      from inboxes i
      join accounts a on a.id = i.account_id
      left join contact_identities s on s.account_id = i.account_id and s.inbox_id = i.id and s.source_id = ${source_id}
      left join contacts c on c.account_id = s.account_id and c.id = s.contact_id
     where i.account_id = ${account_id} and i.id = ${inbox_id}`
  return row && asVisitor(row, { inbox_id, source_id, verified })
}

type Known = { account: Account; id: string | null; name: string | null }

/** Somebody in an inbox, who may do there what customers may. */
export function asVisitor({ account, id, name }: Known, visitor: Visitor): Actor {
  return {
    type: 'contact',
    id,
    name: name ?? 'Visitor',
    account,
    user_id: null,
    visibility: 'own',
    permissions: rights,
    visitor,
  }
}

/** Whether the site itself vouches for the identifier: an HMAC-SHA256 in hex, which only its server can make. */
export function provesIdentity(identity_secret: string, identifier: string, hash: string): boolean {
  return same(hash.toLowerCase(), createHmac('sha256', identity_secret).update(identifier).digest('hex'))
}

/** A message as the visitor sees it; what they called it themselves is their own to know. */
export function toChat(source_id: string, message: Message): ChatMessage {
  const { id, direction, content, content_type, attachments, status, deleted, created_at, author } = message
  const own = `chat:${source_id}:`
  const client_id = message.external_id?.startsWith(own) ? message.external_id.slice(own.length) : null
  const { type } = author
  // What a rule or a campaign is called is for the team to know.
  const name = type === 'automation' || type === 'campaign' ? '' : author.name
  return {
    id,
    direction,
    author: { type, name },
    content,
    content_type,
    attachments,
    status,
    client_id,
    survey: surveyOf(message),
    created_at,
    deleted,
  }
}

/** How a customer was helped is asked in a message, which keeps what they answered. */
function surveyOf({ content_type, content_attributes, created_at }: Message): ChatMessage['survey'] {
  const { survey_token, rating = null, comment = null } = content_attributes as Answered
  if (content_type !== 'input_csat' || !survey_token) return null
  return { token: survey_token, rating, comment, closes_at: surveyCloses(created_at) }
}

type Answered = { survey_token?: string; rating?: number | null; comment?: string | null }

function sign(secret: Buffer, body: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['visitor', body]))
    .digest('base64url')
}

function same(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
