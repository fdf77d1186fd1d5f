import type { Trigger } from '#contract/records/automation.ts'
import { sizes, unitOf } from './duration.ts'
import { useAutomationWords } from './words.ts'

/** Describes the trigger of a rule: `Un cliente espera respuesta (2 horas)`. */
export function useEventText() {
  const { events, units } = useAutomationWords()
  return (event: Trigger, minutes: number | null) => {
    if (minutes === null) return events[event]
    const unit = unitOf(minutes)
    return `${events[event]} (${minutes / sizes[unit]} ${units.names[unit]})`
  }
}
