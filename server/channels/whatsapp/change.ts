import type { ChannelEvent } from '#kernel/connector.ts'
import { moment, type Payload } from '#channels/meta/payload.ts'

/** One change of a notification. */
export type Change = {
  /** Number or business account the change is about. */
  account: string | undefined
  /** Time of the delivery, for events without a time of their own. */
  received_at: string
  value: Payload
}

/** Facts every event has. */
export function factsOf({ account, received_at }: Change, timestamp?: unknown) {
  return { account, occurred_at: moment(timestamp) ?? received_at }
}

export function ignore(change: Change, reason: string, timestamp?: unknown): ChannelEvent {
  return { kind: 'ignored', ...factsOf(change, timestamp), reason }
}
