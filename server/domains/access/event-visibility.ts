import {
  isActivityVisible,
  isContactActivityVisible,
  isContactVisible,
  isOwnerVisible,
  isVisible,
  type RecordReference,
  type Viewer,
} from '#domains/access/visibility.ts'

/** A record in an event, as far as visibility depends on it. */
export type EventRecord = {
  id: string
  assignee?: RecordReference
  team?: RecordReference
  owner?: RecordReference
  entity_type?: string
  entity?: { owner: RecordReference }
  user_id?: string
}

/** Kinds of records that not everyone sees. */
const rules = {
  conversation: (viewer: Viewer, { assignee, team }: EventRecord) => isVisible(viewer, assignee, team),
  lead: (viewer: Viewer, { owner }: EventRecord) => isOwnerVisible(viewer, owner),
  opportunity: (viewer: Viewer, { owner }: EventRecord) => isOwnerVisible(viewer, owner),
  activity: (viewer: Viewer, { assignee, entity_type, entity }: EventRecord) =>
    entity_type === 'contact'
      ? isContactActivityVisible(viewer, assignee)
      : isActivityVisible(viewer, assignee, entity?.owner),
  contact: isContactVisible,
  contact_note: isContactVisible,
  notification: isOwn,
  reader: isOwn,
}

export type RestrictedKind = keyof typeof rules

/** The kind of the record that decides who may see an event; undefined if everyone who may read such events may. */
export function restrictedKind(payload: object): RestrictedKind | undefined {
  return (Object.keys(rules) as RestrictedKind[]).find((kind) => kind in payload)
}

export function isRecordVisible(viewer: Viewer, kind: RestrictedKind, record: EventRecord): boolean {
  return rules[kind](viewer, record)
}

/** Whether the viewer may see the record an event is about. */
export function isEventVisible(viewer: Viewer, payload: object): boolean {
  const kind = restrictedKind(payload)
  return !kind || isRecordVisible(viewer, kind, (payload as Record<RestrictedKind, EventRecord>)[kind])
}

function isOwn(viewer: Viewer, { user_id }: EventRecord): boolean {
  return user_id === viewer.user_id
}
