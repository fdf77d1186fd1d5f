import type { ChannelEvent } from '#kernel/connector.ts'
import { object, type Payload, text } from '#channels/meta/payload.ts'
import { type Change, factsOf, ignore } from './change.ts'

type Health = { state: 'connected' | 'needs_attention'; detail: string }

/** Changes of templates and of the account itself. */
export function readAccountChange(field: string, change: Change): ChannelEvent {
  if (field === 'message_template_status_update') return readTemplateStatus(change)
  const health = Object.hasOwn(readers, field) ? readers[field]!(change.value) : undefined
  if (health) return { kind: 'connection', ...factsOf(change), ...health }
  return ignore(change, reasons.get(field) ?? `Notifications of the kind “${field}” are not taken in.`)
}

const reasons = new Map([
  ['smb_app_state_sync', 'The address book of the phone app is not taken in.'],
  ['calls', 'Calls are not taken in.'],
  ['template_category_update', 'The next synchronisation of templates shows the new category.'],
  ['message_template_quality_update', 'The next synchronisation of templates shows the quality.'],
  ['message_template_components_update', 'The next synchronisation of templates shows the new text.'],
])

function readTemplateStatus(change: Change): ChannelEvent {
  const { value } = change
  const [name, language] = [text(value.message_template_name), text(value.message_template_language)]
  const status = text(value.event)
  if (!name || !language || !status) return ignore(change, 'The change of a template names no template.')
  return {
    kind: 'template',
    ...factsOf(change),
    name,
    language,
    status: status === 'REINSTATED' ? 'APPROVED' : status,
    reason: reasonOf(value),
  }
}

function reasonOf({ reason, other_info, rejection_info }: Payload): string | undefined {
  const given = text(reason)
  const other = object(other_info)
  return (
    text(object(rejection_info).reason) ??
    text(other.description) ??
    text(other.title) ??
    (given === 'NONE' ? undefined : given)
  )
}

const readers: Record<string, (value: Payload) => Health | undefined> = {
  account_update: readAccountUpdate,
  account_review_update: ({ decision }) => {
    if (decision === 'APPROVED') return healthy('Meta approved the WhatsApp account.')
    return decision === 'REJECTED' ? reportTrouble('Meta rejected the WhatsApp account.') : undefined
  },
  account_alerts: ({ alert_info, ...value }) => {
    const alert = { ...value, ...object(alert_info) } as Payload
    const detail = text(alert.alert_description) ?? text(alert.alert_type)
    return alert.alert_severity === 'CRITICAL' && detail ? reportTrouble(detail) : undefined
  },
  // The number still works, so these are warnings.
  phone_number_quality_update: ({ event, display_phone_number }) => {
    const number = text(display_phone_number) ?? 'The number'
    if (event === 'FLAGGED') return healthy(`${number}: many customers reject its messages. Its quality is low.`)
    if (event === 'DOWNGRADE') return healthy(`${number}: Meta lowered the number of people it may write to.`)
    return event === 'UNFLAGGED' ? healthy(`${number}: its quality is good again.`) : undefined
  },
}

function readAccountUpdate({ event, ban_info, violation_info }: Payload): Health | undefined {
  switch (String(event).toUpperCase()) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
      return reportTrouble('The WhatsApp account was disconnected from the Meta app. Connect it again.')
    case 'ACCOUNT_OFFBOARDED':
      return reportTrouble('The number moved to another phone and is disconnected until it is set up there.')
    case 'ACCOUNT_RECONNECTED':
      return healthy('The number is connected again.')
    case 'ACCOUNT_DELETED':
      return reportTrouble('The WhatsApp account was deleted.')
    case 'ACCOUNT_VIOLATION':
      return reportTrouble(
        `Meta reports a violation of its policies: ${text(object(violation_info).violation_type) ?? ''}`,
      )
    case 'ACCOUNT_RESTRICTION':
      return reportTrouble('Meta restricted the WhatsApp account.')
    case 'DISABLED_UPDATE':
      return readBan(object(ban_info))
    default:
      return undefined
  }
}

function readBan({ waba_ban_state }: Payload): Health {
  if (waba_ban_state === 'REINSTATE') return healthy('Meta reinstated the WhatsApp account.')
  const isPlanned = waba_ban_state === 'SCHEDULE_FOR_DISABLE'
  return reportTrouble(
    isPlanned ? 'Meta is going to disable the WhatsApp account.' : 'Meta disabled the WhatsApp account.',
  )
}

function healthy(detail: string): Health {
  return { state: 'connected', detail }
}

function reportTrouble(detail: string): Health {
  return { state: 'needs_attention', detail }
}
