import type { WebhookEvent } from '#contract/records/webhook.ts'
import { matchesWords } from '#web/ui/matches-words.ts'

export type Kind = { kind: string; events: Pick<WebhookEvent, 'type' | 'description'>[] }

export const kindOf = (type: string) => type.split('.')[0]!

/** The events by what they are about, as far as they go by the words. */
export function groupEvents(events: readonly Pick<WebhookEvent, 'type' | 'description'>[], text: string): Kind[] {
  const found = events.filter(({ type, description }) => matchesWords(`${type} ${description}`, text))
  const kinds = [...new Set(found.map(({ type }) => kindOf(type)))]
  return kinds.map((kind) => ({ kind, events: found.filter(({ type }) => kindOf(type) === kind) }))
}

export const hasAll = (chosen: readonly string[], kind: string) => chosen.includes(`${kind}.*`)
export const has = (chosen: readonly string[], type: string) => chosen.includes(type) || hasAll(chosen, kindOf(type))

/** Selects or clears all events of a group. */
export function toggleKind(chosen: readonly string[], kind: string): string[] {
  const others = chosen.filter((each) => kindOf(each) !== kind)
  return hasAll(chosen, kind) ? others : [...others, `${kind}.*`]
}

/** Toggles one event; clearing it in a selected group keeps the others selected. */
export function toggle(chosen: readonly string[], type: string, all: readonly string[]): string[] {
  const kind = kindOf(type)
  if (hasAll(chosen, kind)) {
    const others = all.filter((each) => kindOf(each) === kind && each !== type)
    return [...chosen.filter((each) => each !== `${kind}.*`), ...others]
  }
  return chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]
}
