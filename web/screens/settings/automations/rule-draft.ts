import type { Filter } from '#contract/filters.ts'
import {
  timed_triggers,
  triggers,
  type Action,
  type AutomationRule,
  type Trigger,
} from '#contract/records/automation.ts'
import type { Input } from '#web/api.ts'
import { written } from '#web/parts/conditions/operators.ts'
import { fitting } from './action-kinds.ts'

/** A rule while it is written. */
export type RuleDraft = {
  name: string
  description: string
  event: Trigger
  minutes: number
  conditions: Filter | null
  actions: Action[]
}

export const newRule: RuleDraft = {
  name: '',
  description: '',
  event: 'message.received',
  minutes: 60,
  conditions: null,
  actions: [],
}

export function readRule({ name, description, event, minutes, conditions, actions }: AutomationRule): RuleDraft {
  return { name, description: description ?? '', event, minutes: minutes ?? newRule.minutes, conditions, actions }
}

export const isTimed = (event: Trigger) => timed_triggers.some((each) => each === event)

/** The same rule set off by something else: what is about another kind of record goes. */
export function withEvent({ event: before, ...draft }: RuleDraft, event: Trigger): Partial<RuleDraft> {
  const subject = triggers[event]
  if (subject === triggers[before]) return { event }
  const types = fitting(subject)
  return { event, conditions: null, actions: draft.actions.filter(({ type }) => types.includes(type)) }
}

/** What the server is to judge: nothing is mended here. */
export function asInput(draft: RuleDraft): Input<'create_automation_rule'> {
  const { name, description, event, minutes, conditions, actions } = draft
  return {
    name: name.trim(),
    description: description.trim() || null,
    event,
    minutes: isTimed(event) ? minutes : null,
    conditions: written(conditions),
    actions,
  }
}
