import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { ChatMessage, Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Channel } from '#contract/channels.ts'
import type { WidgetSettings } from '#contract/records/inbox.ts'
import { surveyCloses } from '#contract/records/quality.ts'
import type { Sql } from '#db/sql.ts'
import { contentForCustomer, isSurvey, type SurveyLinks, surveyToken } from '#domains/access/public/survey-links.ts'
import type { Actor, Visitor } from '#kernel/operation.ts'

/** The inbox of a live chat, found by its public token, and its workspace. */
export type Site = {
  account: Account
  inbox: { id: string; name: string; channel: Channel; settings: WidgetSettings; ai_agent_enabled: boolean }
}

export async function findSite(sql: Sql, inbox_token: string): Promise<Site | undefined> {
  // Skips the query for malformed tokens; PostgreSQL would reject a NUL.
  if (!/^[\w-]{1,100}$/.test(inbox_token)) return undefined
  const [site] = await sql<Site>`
    select account_record(a) as account,
           jsonb_build_object('id', i.id::text, 'name', i.name, 'channel', i.channel, 'settings', i.settings,
                              'ai_agent_enabled', i.ai_agent_enabled) as inbox
      from inboxes i join accounts a on a.id = i.account_id
     where i.token = ${inbox_token}`
  return site
}

/** Widget settings with defaults. Missing greetings stay empty; the panel has its own in both languages. */
export function settingsOf({ account, inbox }: Site): ChatSettings {
  const {
    groups: _,
    requires_contact_token: _token,
    single_conversation: _single,
    signature: _signature,
    ...settings
  } = inbox.settings
  return {
    color: '#4349bb',
    greeting_title: '',
    greeting_message: '',
    locale: account.locale,
    position: 'right',
    allowed_domains: [],
    pre_chat: false,
    identity_verification: 'optional',
    ...settings,
  }
}

export type ChatSettings = Required<
  Omit<WidgetSettings, 'groups' | 'requires_contact_token' | 'signature' | 'single_conversation'>
>

/** Token of the oldest live chat of the demo workspace. */
export async function findDemoInbox(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ token: string }>`
    select i.token from installation n join inboxes i on i.account_id = n.demo_account_id
     where i.channel = 'web_widget' order by i.id limit 1`
  return row?.token
}

/** A visitor as identified by their token. */
export type SiteVisitor = Visitor & { account_id: string }

const Claims = z.object({
  account_id: z.string(),
  inbox_id: z.string(),
  source_id: z.string(),
  verified: z.boolean(),
  expires: z.int(),
})

const LIFETIME_SECONDS = 180 * 86_400

/** Signs a token that identifies the visitor and gives access to their own chat only. */
export function issueVisitorToken(secret: Buffer, visitor: SiteVisitor, now = new Date()): string {
  const { account_id, inbox_id, source_id, verified } = visitor
  const expires = Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS
  const claims: z.input<typeof Claims> = { account_id, inbox_id, source_id, verified, expires }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `v1.${body}.${sign(secret, body)}`
}

/** Reads a visitor token; undefined if the signature is wrong or it has expired. */
export function readVisitorToken(secret: Buffer, token: string, now = new Date()): SiteVisitor | undefined {
  const [, body = ''] = token.split('.')
  if (!isEqual(token, `v1.${body}.${sign(secret, body)}`)) return undefined
  const { expires, ...visitor } = Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return expires * 1000 > now.getTime() ? visitor : undefined
}

const rights: ReadonlySet<Permission> = new Set<Permission>(['visitor'])

/** Finds the actor of a visitor; undefined if the inbox was deleted. They become a contact with their first message. */
export async function findVisitorActor(
  sql: Sql,
  { account_id, inbox_id, source_id, verified }: SiteVisitor,
): Promise<Actor | undefined> {
  const [row] = await sql<VisitorRow>`
    select account_record(a) as account, c.id, case when not s.claimed then c.name end as name
      from inboxes i
      join accounts a on a.id = i.account_id
      left join contact_identities s on s.account_id = i.account_id and s.inbox_id = i.id and s.source_id = ${source_id}
      left join contacts c on c.account_id = s.account_id and c.id = s.contact_id
     where i.account_id = ${account_id} and i.id = ${inbox_id}`
  return row && toVisitorActor(row, { inbox_id, source_id, verified })
}

type VisitorRow = { account: Account; id: string | null; name: string | null }

/** An actor with the rights of a customer in one inbox. */
export function toVisitorActor({ account, id, name }: VisitorRow, visitor: Visitor): Actor {
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

/** Checks the hex HMAC-SHA256 with which the site's server vouches for an identifier. */
export function provesIdentity(identity_secret: string, identifier: string, hash: string): boolean {
  return isEqual(hash.toLowerCase(), createHmac('sha256', identity_secret).update(identifier).digest('hex'))
}

/** Attributes visitors see, by content type; all others are internal. */
const shared_attributes: Readonly<Record<string, readonly string[]>> = {
  buttons: ['items', 'submitted_values'],
  list: ['button', 'sections', 'submitted_values'],
  input_select: ['items', 'submitted_values'],
  form: ['items', 'submitted_values'],
  choice: ['id', 'title'],
  location: ['latitude', 'longitude', 'name', 'address'],
  contacts: ['contacts'],
}

/** A message as the visitor sees it. `client_id` is returned only to the visitor who set it. */
export function toChatMessage(links: SurveyLinks, source_id: string, message: Message): ChatMessage {
  const { id, direction, content_type, attachments, status, deleted, created_at, author } = message
  const { reply_to, reactions, edited_at } = message
  const prefix = `chat:${source_id}:`
  const client_id = message.external_id?.startsWith(prefix) ? message.external_id.slice(prefix.length) : null
  return {
    id,
    direction,
    author: toChatAuthor(author),
    content: contentForCustomer(links, message),
    content_type,
    content_attributes: sharedAttributes(message),
    attachments,
    status,
    reply_to,
    reactions: reactions.map(({ emoji, author: by }) => ({ emoji, author: toChatAuthor(by) })),
    edited_at,
    client_id,
    survey: surveyOf(links, message),
    created_at,
    deleted,
  }
}

/** Ids of people are internal, and so are the names of rules and campaigns. Visitors may have claimed to be a contact whose name they do not know. */
function toChatAuthor({ type, name }: MessageAuthor): ChatMessage['author'] {
  return { type, name: hidden_names.has(type) ? '' : name }
}

const hidden_names: ReadonlySet<MessageAuthor['type']> = new Set(['automation', 'campaign', 'contact'])

function sharedAttributes({ content_type, content_attributes }: Message): Message['content_attributes'] {
  const shared = shared_attributes[content_type] ?? []
  return Object.fromEntries(Object.entries(content_attributes).filter(([name]) => shared.includes(name)))
}

/** The survey state, which is stored in the attributes of the survey message. */
function surveyOf(links: SurveyLinks, message: Message): ChatMessage['survey'] {
  if (message.content_type !== 'input_csat' || !isSurvey(message)) return null
  const { rating = null, comment = null } = message.content_attributes as SurveyAnswer
  return { token: surveyToken(links, message.id), rating, comment, closes_at: surveyCloses(message.created_at) }
}

type SurveyAnswer = { rating?: number | null; comment?: string | null }

function sign(secret: Buffer, body: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['visitor', body]))
    .digest('base64url')
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
