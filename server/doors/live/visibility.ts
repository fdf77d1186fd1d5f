import { events } from '#contract/events.ts'
import { type Signal, signals } from '#contract/signals.ts'
import type { StreamRights } from '#domains/access/stream-credentials.ts'
import { type EventRecord, isRecordVisible, restrictedKind } from '#domains/access/event-visibility.ts'
import type { RecordReference, Viewer } from '#domains/access/visibility.ts'
import type { SseMessage } from '#doors/live/stream.ts'
import type { StoredEvent } from '#kernel/event-log.ts'
import { hideSourceIds } from '#kernel/source-ids.ts'

type Changes = Partial<Record<'assignee' | 'team' | 'owner', { from: unknown }>>

/**
 * The message a viewer receives for an event or a signal: the event itself if they may see its record, undefined if not,
 * and only `<record>.hidden` if they could see the record before this change.
 */
export function filterEvent(
  viewer: Viewer & Pick<StreamRights, 'permissions'>,
  event: StoredEvent | Signal,
): SseMessage | undefined {
  const permission = isSignal(event) ? 'conversations:read' : events[event.name]?.reader
  // An event unknown to this version comes from a newer node.
  if (!permission || !viewer.permissions.has(permission)) return undefined
  const payload = event.payload as Record<string, EventRecord> & { changes?: Changes }
  const kind = restrictedKind(payload)
  const record = kind && payload[kind]
  if (!record || isRecordVisible(viewer, kind, record)) return { name: event.name, data: hideSourceIds(viewer, event) }
  if (!isRecordVisible(viewer, kind, before(record, payload.changes ?? {}))) return undefined
  const name = `${kind}.hidden`
  return { name, data: { ...event, name, payload: { [`${kind}_id`]: record.id } } }
}

const isSignal = (event: StoredEvent | Signal): event is Signal => signals.some((name) => name === event.name)

/** The record before the change, as far as visibility depends on it. */
function before(record: EventRecord, { assignee, team, owner }: Changes): EventRecord {
  return {
    ...record,
    ...(assignee && { assignee: assignee.from as RecordReference }),
    ...(team && { team: team.from as RecordReference }),
    ...(owner && { owner: owner.from as RecordReference }),
  }
}
