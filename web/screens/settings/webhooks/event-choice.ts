import type { WebhookEvent } from '#contract/records/webhook.ts'
import { goesBy } from '#web/parts/goes-by.ts'

export type Kind = { kind: string; events: Pick<WebhookEvent, 'type' | 'description'>[] }

export const kindOf = (type: string) => type.split('.')[0]!

/** The events by what they are about, as far as they go by the words. */
export function grouped(events: readonly Pick<WebhookEvent, 'type' | 'description'>[], text: string): Kind[] {
  const found = events.filter(({ type, description }) => goesBy(`${type} ${description}`, text))
  const kinds = [...new Set(found.map(({ type }) => kindOf(type)))]
  return kinds.map((kind) => ({ kind, events: found.filter(({ type }) => kindOf(type) === kind) }))
}

export const hasAll = (chosen: readonly string[], kind: string) => chosen.includes(`${kind}.*`)
export const has = (chosen: readonly string[], type: string) => chosen.includes(type) || hasAll(chosen, kindOf(type))

/** A whole kind, or nothing of it. */
export function toggleKind(chosen: readonly string[], kind: string): string[] {
  const others = chosen.filter((each) => kindOf(each) !== kind)
  return hasAll(chosen, kind) ? others : [...others, `${kind}.*`]
}

/** One event. Of a kind that is chosen as a whole, all the others stay. */
export function toggle(chosen: readonly string[], type: string, all: readonly string[]): string[] {
  const kind = kindOf(type)
  if (hasAll(chosen, kind)) {
    const others = all.filter((each) => kindOf(each) === kind && each !== type)
    return [...chosen.filter((each) => each !== `${kind}.*`), ...others]
  }
  return chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]
}
