import type { Campaign } from '#contract/records/campaign.ts'
import { reject } from '#kernel/problem.ts'

const MINUTE = 60_000
/** By how much a message may come sooner after the one before, to make up for one that came late. */
const SLACK = 1_000
const MOST_AT_ONCE = 20

/**
 * How many go out together, and how many milliseconds lie between. In any minute and its slack there is room for so
 * many turns that all of them together are no more than the campaign may send.
 */
export function pace(per_minute: number): { at_once: number; interval: number } {
  const at_once = Math.min(MOST_AT_ONCE, Math.ceil(per_minute / 60))
  return { at_once, interval: Math.ceil((MINUTE + SLACK) / Math.floor(per_minute / at_once)) }
}

/**
 * When the next may go out, after some that were due then and were done now. What was late is made up for, but only by
 * the slack: after a pause nothing comes in a burst. Who sent nothing waits for nothing.
 */
export function next(per_minute: number, sent: number, due: Date, ended: Date): Date {
  if (sent === 0) return ended
  const { interval } = pace(per_minute)
  return new Date(Math.max(due.getTime(), ended.getTime() - SLACK) + interval)
}

type Status = Campaign['status']

/** Only what has not begun can be changed; one that was stopped before its time came has not. */
export function checkChange({ status, started_at }: Pick<Campaign, 'status' | 'started_at'>): void {
  if (status === 'draft' || status === 'scheduled' || (status === 'stopped' && started_at === null)) return
  reject('invalid_state', 'This campaign has begun and cannot be changed any more; create another one.')
}

/** Whether there is something to start: what runs goes on as it is. */
export function starts(status: Status): boolean {
  if (status === 'done') reject('invalid_state', 'This campaign has reached everybody; create another one.')
  return status !== 'running'
}

/** Whether there is something to stop. */
export function stops(status: Status): boolean {
  if (status === 'draft') reject('invalid_state', 'This campaign has not begun; there is nothing to stop.')
  if (status === 'done') reject('invalid_state', 'This campaign has ended; there is nothing left to stop.')
  return status !== 'stopped'
}

/** What runs must be stopped before it can go. */
export function checkDelete(status: Status): void {
  if (status === 'running') reject('invalid_state', 'This campaign is running; stop it first with stop_campaign.')
}

/** When it begins by itself: in the future, or never. */
export function schedule(at: string | null, now: Date): { status: 'draft' | 'scheduled'; scheduled_at: Date | null } {
  if (at === null) return { status: 'draft', scheduled_at: null }
  const moment = new Date(at)
  if (moment > now) return { status: 'scheduled', scheduled_at: moment }
  return reject('invalid_value', `Choose a moment in the future; now it is ${now.toISOString()}.`, 'scheduled_at')
}

export function checkName(name: string): string {
  return name.trim() || reject('missing_field', 'A campaign needs a name.', 'name')
}

const reasons = {
  blocked: { es: 'El contacto está bloqueado.', en: 'The contact is blocked.' },
  unknown: {
    es: 'El contacto nunca ha escrito en este canal.',
    en: 'The contact has never written in this channel.',
  },
  empty: {
    es: 'Para este contacto no queda nada del mensaje.',
    en: 'Nothing is left of the message for this contact.',
  },
  error: {
    es: 'No se pudo escribir el mensaje; el registro del servidor dice por qué.',
    en: 'The message could not be written; the log of the server says why.',
  },
} as const

/** Why somebody was not reached, in the language of the workspace. */
export function reason(why: keyof typeof reasons, locale: 'es' | 'en'): string {
  return reasons[why][locale]
}
