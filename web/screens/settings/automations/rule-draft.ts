import type { Filter } from '#contract/filters.ts'
import {
  timed_triggers,
  triggers,
  type Action,
  type AutomationRule,
  type Trigger,
} from '#contract/records/automation.ts'
import type { Input } from '#web/app/api.ts'
import { withoutEmpty } from '#web/features/conditions/operators.ts'
import { actionTypesFor } from './action-kinds.ts'
import { withoutBlankButtons } from './message-kind.ts'

/** A rule being edited. */
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

/** Changes the trigger and drops what does not fit the new record type. */
export function withEvent({ event: before, ...draft }: RuleDraft, event: Trigger): Partial<RuleDraft> {
  const subject = triggers[event]
  if (subject === triggers[before]) return { event }
  const types = actionTypesFor(subject)
  return { event, conditions: null, actions: draft.actions.filter(({ type }) => types.includes(type)) }
}

/** The input for the server, which validates it. */
export function asInput(draft: RuleDraft): Input<'create_automation_rule'> {
  const { name, description, event, minutes, conditions, actions } = draft
  return {
    name: name.trim(),
    description: description.trim() || null,
    event,
    minutes: isTimed(event) ? minutes : null,
    conditions: withoutEmpty(conditions),
    actions: withoutBlankButtons(actions),
  }
}
