import type { MessageFailure, MessageStatus } from '#contract/records/conversation.ts'

/** A customer as the provider names them. */
export type Person = {
  /** The most stable identifier; identifies the person in this inbox. */
  source_id: string
  /** Every other identifier of the same person, kept as the provider writes it. */
  aliases?: readonly string[]
  name?: string | undefined
  /** In any notation; the product normalises it. Left out if it is no phone number. */
  phone_number?: string | undefined
  email?: string | undefined
  username?: string | undefined
}

/** Facts about an ad or link that brought the customer. */
export type Referral = {
  source: 'facebook' | 'instagram' | 'link'
  type?: 'ad' | 'post' | 'link' | undefined
  ad_id?: string | undefined
  click_id?: string | undefined
  headline?: string | undefined
  body?: string | undefined
  url?: string | undefined
  ref?: string | undefined
}

/** A file the customer sent, as the provider refers to it. */
export type MediaReference = {
  /** Needed to fetch it: an id or address. */
  id: string
  url?: string | undefined
  file_type: 'image' | 'audio' | 'video' | 'file'
  file_name?: string | undefined
  content_type?: string | undefined
  size_bytes?: number | undefined
  is_voice?: boolean | undefined
  duration_seconds?: number | undefined
  /** Digest of the file, in base64 or hex as the provider writes it. */
  sha256?: string | undefined
  /** Known to exceed the provider's limit, so it is not fetched. */
  is_too_large?: boolean | undefined
  /** Id by which the HTML of an e-mail shows it. */
  content_id?: string | undefined
  /** The stored request that contains the file; set by the product. */
  request_id?: string | undefined
}

/** Facts by which an e-mail finds its conversation. */
export type MailThread = {
  /** Everybody it is addressed to; one of them may carry a reply token. */
  recipients: readonly string[]
  /** Message ids it refers to, nearest first. */
  references: readonly string[]
  subject: string
  /** Recognises the same e-mail if it arrives on two ways; another one with the same Message-ID differs. */
  digest: string
}

type Fact = {
  /** The account at the provider the event is addressed to; events of another account are skipped. */
  account?: string | undefined
  /** Provider time, ISO. */
  occurred_at: string
}

/** Content of a message in the words of the product (`content_type` as in the specification). */
export type EventContent = {
  content: string | null
  content_type?: string | undefined
  content_attributes?: Record<string, unknown> | undefined
  attachments?: readonly MediaReference[] | undefined
}

/** One thing a provider reports. Applied once, in any order, however often it is delivered. */
export type ChannelEvent =
  | (Fact &
      EventContent & {
        kind: 'message'
        external_id: string
        person: Person
        /** External id of the quoted message. */
        reply_to?: string | undefined
        referral?: Referral | undefined
        /** Parts of one album share it. */
        group_id?: string | undefined
        /** False for events that do not open the reply window. Default true. */
        opens_window?: boolean | undefined
        thread?: MailThread | undefined
        /** Sent by a program, such as an absence notice: it is shown, and nothing answers it by itself. */
        is_automatic?: boolean | undefined
        /** Another app or bot answers this conversation at the moment; automatic answers would interrupt it. */
        is_standby?: boolean | undefined
        /** Passed to `confirm`, for a provider that waits for an answer to the event, such as a tapped button. */
        acknowledge?: string | undefined
      })
  | (Fact &
      EventContent & {
        kind: 'echo'
        external_id: string
        person: Person
        reply_to?: string | undefined
        /** Our message id, if the provider returns it. */
        client_ref?: string | undefined
        thread?: MailThread | undefined
      })
  | (Fact &
      EventContent & {
        kind: 'history'
        external_id: string
        person: Person
        direction: 'incoming' | 'outgoing'
        status?: MessageStatus | undefined
        reply_to?: string | undefined
      })
  | (Fact & { kind: 'edited'; target: string; content: string | null })
  | (Fact & { kind: 'deleted'; target: string })
  | (Fact & {
      kind: 'reaction'
      target: string
      person: Person
      emoji: string | null
      /** Set by the business from elsewhere, such as its phone, instead of the customer. */
      is_external?: boolean | undefined
      /** Whether it opens the reply window, as a message does. */
      opens_window?: boolean | undefined
    })
  | (Fact & {
      kind: 'status'
      target: string
      client_ref?: string | undefined
      status: 'sent' | 'delivered' | 'read' | 'failed'
      failure?: MessageFailure | undefined
      person?: Person | undefined
      /** Everything sent to the person before has this status too. */
      includes_earlier?: boolean | undefined
      /** An e-mail address that accepts no mail; an empty one is that of the recipient. */
      bounced?: string | undefined
      /** Verbatim facts kept with the message, such as the price. */
      attributes?: Record<string, unknown> | undefined
    })
  /** Everything sent to the person up to `until` has this status. */
  | (Fact & { kind: 'watermark'; person: Person; status: 'delivered' | 'read'; until: string })
  /** The customer came back through an ad or link without writing; opens the reply window. */
  | (Fact & { kind: 'referral'; person: Person; referral: Referral })
  /** The person has new identifiers; `previous` are those known before. */
  | (Fact & { kind: 'identity'; person: Person; previous: readonly string[]; note?: string | undefined })
  | (Fact & { kind: 'consent'; person: Person; marketing: boolean })
  | (Fact & { kind: 'reachability'; person: Person; reachable: boolean })
  | (Fact & { kind: 'template'; name: string; language: string; status: string; reason?: string | undefined })
  | (Fact & { kind: 'connection'; state: 'connected' | 'needs_attention'; detail: string })
  | (Fact & { kind: 'ignored'; reason: string })
