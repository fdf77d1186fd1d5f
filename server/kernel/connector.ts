import type { z } from 'zod'
import type { ProviderChannel } from '#contract/channels.ts'
import type { MessageFailure } from '#contract/records/conversation.ts'
import type { ChannelEvent, MediaReference } from '#kernel/channel-event.ts'

export type * from '#kernel/channel-event.ts'

/**
 * Everything the product needs from a provider. A channel is one folder under `channels/` that exports a connector, and
 * one line in `channels/index.ts`; nothing else knows the provider.
 */
export type Connector<C extends object = object, Parsed = ChannelEvent[]> = {
  channel: ProviderChannel
  /** Fields people paste to connect an inbox. The parsed value is stored sealed and never returned. */
  credentials: z.ZodType<C>
  rates: Rates
  /** Asks the provider whether the credentials are right, and subscribes the webhook. Throws a `ProviderError`. */
  connect(connection: Connection<C>, http: Http): Promise<ProviderAccount>
  /** Has the provider stop calling the webhook of a deleted inbox, unless it calls another one by now. */
  disconnect?(connection: Connection<C>, http: Http): Promise<void>
  /** Whether another inbox receives its events by the same subscription, which then outlives this one. */
  sharesSubscription?(connection: Connection<C>, other: Connection & { channel: ProviderChannel }): boolean
  /** The same check without renewing the subscription. */
  check(connection: Connection<C>, http: Http): Promise<ProviderAccount>
  /** The body that answers a handshake (GET), or undefined for a wrong one. */
  handshake?(request: InboundRequest, connection: Connection<C>): string | undefined
  /** Whether the provider sent this request, judged by its exact bytes. */
  authenticate(request: InboundRequest, connection: Connection<C>): boolean
  /** Answer for an accepted request; an empty 200 unless the provider wants more. */
  acknowledge?: { content_type: string; body: string }
  /** Everything in a body. Pure, and never throws: unknown content becomes an `ignored` or `unsupported` event. */
  parse(
    body: Buffer,
    connection: Connection<C>,
    /** Stands in for `occurred_at` where the provider gives no time. */
    received_at: string,
  ): Parsed
  /** Acknowledges an event to the provider, by the `acknowledge` of the event. Failures are ignored. */
  confirm?(connection: Connection<C>, acknowledge: string, http: Http): Promise<void>
  /** Sends one message. A refusal is a result; only a bug throws. */
  send(connection: Connection<C>, message: OutboundMessage, http: Http): Promise<SendResult>
  /** Reads a file the customer sent; `request` is the body that named it, for channels whose bodies contain their files. */
  fetchMedia(
    connection: Connection<C>,
    reference: MediaReference,
    http: Http,
    request?: () => Promise<Buffer | undefined>,
  ): Promise<MediaResult>
  /** Name and picture of a person, where the provider gives them on request. */
  fetchProfile?(connection: Connection<C>, person: Recipient, http: Http): Promise<Profile | undefined>
  react?(connection: Connection<C>, target: OutboundTarget, emoji: string | null, http: Http): Promise<SendResult>
  edit?(connection: Connection<C>, target: OutboundTarget, content: string, http: Http): Promise<SendResult>
  remove?(connection: Connection<C>, target: OutboundTarget, http: Http): Promise<SendResult>
  markRead?(connection: Connection<C>, target: OutboundTarget, http: Http): Promise<void>
  setTyping?(connection: Connection<C>, target: OutboundTarget, http: Http): Promise<void>
  /** How long the provider shows a typing indicator; until then it is not sent again. */
  typing_seconds?: number
  listTemplates?(connection: Connection<C>, http: Http): Promise<ProviderTemplate[]>
  createTemplate?(connection: Connection<C>, template: NewTemplate, http: Http): Promise<ProviderTemplate>
  /** Sends again after an unknown outcome without doubling: the provider recognises the repeated request. */
  isIdempotent?: boolean
  /** Credentials that replace expiring ones, or undefined while they are fresh. */
  refresh?(connection: Connection<C>, http: Http): Promise<C | undefined>
  /** The address administrators copy, where it is more than the address of the inbox. */
  addressToCopy?(connection: Connection<C>): string
  /** Messages customers sent since a moment, oldest first, from providers that do not repeat a request that failed. */
  listMissed?(connection: Connection<C>, since: Date, http: Http): Promise<MissedMessage[]>
  /** Ids of messages with this text that a person was sent since a moment, for messages whose outcome is unknown. */
  listSent?(
    connection: Connection<C>,
    message: { recipient: Recipient; content: string },
    since: Date,
    http: Http,
  ): Promise<string[]>
  /** Reads new messages of a mailbox, for channels that do not call us. Ends when the signal does, or with an error. */
  watchMailbox?(connection: Connection<C>, mailbox: WatchedMailbox): Promise<void>
}

/** A message in the list of a provider; `read` gives the body that the webhook would have received. */
export type MissedMessage = { external_id: string; read(): Promise<Buffer> }

/** Position in a folder of a mailbox: everything up to `last_uid` is stored, as long as `uidvalidity` stays the same. */
export type FolderCursor = { folder: string; uidvalidity: string; last_uid: number }

export type WatchedMailbox = {
  signal: AbortSignal
  /** Mail from before is not read. */
  since: Date
  cursors: readonly FolderCursor[]
  /** Stores messages together with the position after them. */
  store(cursor: FolderCursor, bodies: readonly Buffer[]): Promise<void>
  /** The given message ids that are stored already. */
  listKnown(external_ids: readonly string[]): Promise<Set<string>>
  /** The connection works. */
  onReady(): Promise<void>
}

/** The connectors of this installation, the client they call providers with, and the stored files they send. */
export type Channels = { connectors: Connectors; http: Http; readFile: (file_key: string) => Promise<Buffer> }

/** A connector of any provider; e-mails take a while to parse. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list holds connectors of every provider
export type AnyConnector = Connector<any, ChannelEvent[] | Promise<ChannelEvent[]>>
export type Connectors = Readonly<Partial<Record<ProviderChannel, AnyConnector>>>

/** A connected inbox, with its credentials opened. */
export type Connection<C extends object = object> = {
  account_id: string
  inbox_id: string
  /** Address the provider posts to. */
  webhook_url: string
  /** Agreed with the provider by hand (handshake) or set by us (secret of the webhook). */
  verify_token: string
  /** The account at the provider (phone number id, page, bot), once known. */
  external_id: string | null
  credentials: C
  settings: { groups?: boolean | undefined; signature?: string | undefined }
}

export type ProviderAccount = {
  id: string
  /** The business it belongs to, if events name that instead of the account. */
  business_id?: string | undefined
  name: string
  /** A warning for administrators, although the account works. */
  detail?: string | undefined
  /** A warning that administrators also receive by e-mail, once. */
  alert?: string | undefined
  /** People it may write to first within 24 hours, if the provider limits them. */
  daily_limit?: number | undefined
  /** Positions from which a mailbox is read. */
  cursors?: readonly FolderCursor[] | undefined
}

/** Messages per second with a burst, for the whole inbox and for one recipient. */
export type Rates = { inbox: Rate; recipient?: Rate }
export type Rate = { per_second: number; burst: number }

export type InboundRequest = {
  method: string
  /** The address as the provider called it, with its query. */
  url: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** Calls to providers: guarded against private networks, with a deadline. Throws only if there was no answer. */
export type Http = (url: string, request?: HttpRequest) => Promise<HttpAnswer>
export type HttpRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string | Buffer | FormData
  /** Maximum number of bytes to read of the answer. */
  most?: number
  milliseconds?: number
}
export type HttpAnswer = {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  /** False if the answer was longer than `most`. */
  whole: boolean
  /** The body as JSON; undefined if it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- provider answers are read field by field
  json: any
}

/** Looks up a server given by a user. Throws a `ProviderError` unless it may be reached. */
export type ReachHost = (host: string, port: number) => Promise<ReachedHost>
/** The checked address to connect to; within the operator's own networks encryption is not required. */
export type ReachedHost = { address: string; mayBePlain: boolean }

/** A call that certainly was not accepted (`unsent`), or that may have been. */
export class HttpError extends Error {
  readonly unsent: boolean
  constructor(message: string, unsent: boolean) {
    super(message)
    this.unsent = unsent
  }
}

/** The provider's refusal of credentials (`rejected`), or no usable answer (`unreachable`). */
export class ProviderError extends Error {
  readonly kind: 'rejected' | 'unreachable'
  constructor(kind: 'rejected' | 'unreachable', message: string) {
    super(message)
    this.kind = kind
  }
}

export type MediaResult =
  | { outcome: 'fetched'; bytes: Buffer; content_type?: string | undefined; file_name?: string | undefined }
  | { outcome: 'retry'; after_seconds?: number }
  | { outcome: 'too_large' }
  | { outcome: 'gone'; reason: string }

export type Profile = {
  name?: string | undefined
  username?: string | undefined
  avatar_url?: string | undefined
  /** The picture itself, where its address is secret. */
  avatar?: { bytes: Buffer; file_name: string } | undefined
}

/** The person a message goes to: their source id, aliases (newest first) and phone number, to choose from. */
export type Recipient = { source_id: string; aliases: readonly string[]; phone_number: string | null }

export type OutboundTarget = { recipient: Recipient; external_id: string }

export type OutboundFile = {
  file_name: string
  file_type: 'image' | 'audio' | 'video' | 'file'
  content_type: string
  size_bytes: number
  is_voice: boolean
  /** Public address, for providers that read files themselves. Valid for at least a day. */
  url?: string | undefined
  read(): Promise<Buffer>
}

export type OutboundMessage = {
  id: string
  recipient: Recipient
  content: string | null
  content_type: string
  content_attributes: Record<string, unknown>
  files: readonly OutboundFile[]
  /** External id of the quoted message. */
  reply_to?: string | undefined
  /** The provider's tag for answers by a person outside the usual window. */
  human_agent?: boolean | undefined
  /** The template as last synchronised; set for `template` messages only. */
  template?: ProviderTemplate | undefined
  /** Parts that an earlier attempt delivered; this one continues after them. */
  accepted_ids?: readonly string[] | undefined
  /** Earlier attempts, for delays that grow. */
  attempts?: number | undefined
  /** Facts of an e-mail thread; set for e-mail only. */
  thread?: OutboundThread | undefined
}

export type OutboundThread = {
  /** Unguessable, and the same for every attempt; the part of the Message-ID before the @. */
  message_key: string
  /** Added to the reply address, so that answers find their conversation. */
  reply_token: string
  subject: string
  to: string
  cc: readonly string[]
  bcc: readonly string[]
  in_reply_to?: string | undefined
  references: readonly string[]
  /** The author's signature; null uses the inbox's, empty sends none. */
  signature: string | null
  /** Written by a program, so that other programs must not answer. */
  is_automatic: boolean
}

export type SendResult =
  | {
      outcome: 'accepted'
      external_id?: string | undefined
      /** Further ids, when one message becomes several at the provider. */
      other_ids?: readonly string[] | undefined
      /** Identifiers of the recipient learned from the answer. */
      aliases?: readonly string[] | undefined
      /** Facts kept with the message, such as the number of SMS segments. */
      attributes?: Record<string, unknown> | undefined
    }
  | {
      outcome: 'refused'
      failure: MessageFailure
      /** Extent of a pause: this recipient, the whole inbox, or the inbox until somebody reconnects it. */
      scope?: 'recipient' | 'inbox' | 'connection' | undefined
      after_seconds?: number | undefined
      /** Parts the provider accepted before it refused; given back with the next attempt. */
      accepted_ids?: readonly string[] | undefined
    }
  | { outcome: 'unknown'; detail: string; accepted_ids?: readonly string[] | undefined }

export type ProviderTemplate = {
  external_id: string
  name: string
  language: string
  category: string
  status: string
  parameter_format: 'positional' | 'named'
  components: readonly Record<string, unknown>[]
  rejected_reason?: string | null | undefined
}
export type NewTemplate = {
  name: string
  language: string
  category: string
  parameter_format?: 'positional' | 'named' | undefined
  components: readonly Record<string, unknown>[]
  /** Example of the file in its header. */
  header_file?: Pick<OutboundFile, 'file_name' | 'content_type' | 'size_bytes' | 'read'> | undefined
}
