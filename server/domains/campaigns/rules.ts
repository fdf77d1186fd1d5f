import { type Channel, channelAddress } from '#contract/channels.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { reject } from '#kernel/problem.ts'

const MINUTE = 60_000
/** Milliseconds by which a batch may be early, to make up for a late one. */
const SLACK = 1_000
const MAX_BATCH = 20

/**
 * Batch size and the milliseconds between batches, such that no minute, including the slack, exceeds the campaign's
 * rate.
 */
export function pace(per_minute: number): { at_once: number; interval: number } {
  const at_once = Math.min(MAX_BATCH, Math.ceil(per_minute / 60))
  return { at_once, interval: Math.ceil((MINUTE + SLACK) / Math.floor(per_minute / at_once)) }
}

/**
 * When the next batch may go out. Delays are made up for by at most the slack, so there is no burst after a pause. A
 * batch that sent nothing needs no pause.
 */
export function nextSendAt(per_minute: number, sent: number, due: Date, ended: Date): Date {
  if (sent === 0) return ended
  const { interval } = pace(per_minute)
  return new Date(Math.max(due.getTime(), ended.getTime() - SLACK) + interval)
}

type Status = Campaign['status']

/** Only a campaign that never started can be changed, including one stopped before its scheduled time. */
export function checkEditable({ status, started_at }: Pick<Campaign, 'status' | 'started_at'>): void {
  if (status === 'draft' || status === 'scheduled' || (status === 'stopped' && started_at === null)) return
  reject('invalid_state', 'This campaign has already started and can’t be changed; create a new one.')
}

/** False if the campaign is already running. */
export function needsStart(status: Status): boolean {
  if (status === 'done') reject('invalid_state', 'This campaign has finished; create a new one.')
  return status !== 'running'
}

/** False if the campaign is already stopped. */
export function needsStop(status: Status): boolean {
  if (status === 'draft') reject('invalid_state', 'This campaign is a draft, so there is nothing to stop.')
  if (status === 'done') reject('invalid_state', 'This campaign has finished, so there is nothing to stop.')
  return status !== 'stopped'
}

export function checkDelete(status: Status): void {
  if (status === 'running') reject('invalid_state', 'This campaign is running; stop it first with stop_campaign.')
}

/** Status and start time: scheduled in the future, or a draft. */
export function schedule(at: string | null, now: Date): { status: 'draft' | 'scheduled'; scheduled_at: Date | null } {
  if (at === null) return { status: 'draft', scheduled_at: null }
  const moment = new Date(at)
  if (moment > now) return { status: 'scheduled', scheduled_at: moment }
  return reject(
    'invalid_value',
    `scheduled_at must be in the future; the current time is ${now.toISOString()}.`,
    'scheduled_at',
  )
}

export function checkName(name: string): string {
  return name.trim() || reject('missing_field', 'A campaign needs a name.', 'name')
}

const failureTexts = {
  blocked: { es: 'El contacto está bloqueado.', en: 'The contact is blocked.' },
  unknown: {
    es: 'El contacto nunca ha escrito en este canal.',
    en: 'The contact has never written in this channel.',
  },
  without_phone: {
    es: 'El contacto no tiene número de teléfono.',
    en: 'The contact has no phone number.',
  },
  without_email: {
    es: 'El contacto no tiene correo electrónico.',
    en: 'The contact has no e-mail address.',
  },
  opted_out: {
    es: 'El contacto no quiere recibir campañas.',
    en: 'The contact does not want campaigns.',
  },
  unreachable: {
    es: 'El canal informó que no se puede escribir a este contacto.',
    en: 'The channel reported that this contact cannot be reached.',
  },
  hidden: {
    es: 'Quien inició la campaña no puede ver la conversación de este contacto.',
    en: 'The person who started the campaign may not see the conversation of this contact.',
  },
  empty: {
    es: 'El mensaje queda vacío para este contacto.',
    en: 'The message is empty for this contact.',
  },
  error: {
    es: 'No se pudo enviar el mensaje; consulta el registro del servidor.',
    en: 'The message could not be sent; see the server log.',
  },
} as const

export type FailureReason = keyof typeof failureTexts

/** Why the channel cannot reach a contact without an identity. */
export function reasonUnknown(channel: Channel): FailureReason {
  const address = channelAddress[channel]
  if (!address) return 'unknown'
  return address === 'email' ? 'without_email' : 'without_phone'
}

/** Failure reason in the language of the workspace. */
export function failureText(why: FailureReason, locale: 'es' | 'en'): string {
  return failureTexts[why][locale]
}
