import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { atHour } from './week-layout.ts'

type Step = { days: -1 | 0 | 1; hours: -1 | 0 | 1 }

const steps: Record<string, Step> = {
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
}

type Options = {
  grid: RefObject<HTMLElement | null>
  days: readonly string[]
  activities: Map<string, Activity[]>
  onShift: (activity: Activity, step: Step) => void
}

/** Arrow keys move the focus between hours; with Shift they move the focused activity. */
export function useWeekKeys({ grid, days, activities, onShift }: Options) {
  const { move: words } = useAgendaWords()
  const shifted = useRef<string>(undefined)
  const find = (id: string | undefined) => [...activities.values()].flat().find((each) => each.id === id)
  const shift = (element: Element | null, step: Step) => {
    const activity = find(element?.closest<HTMLElement>('[data-activity]')?.dataset['activity'])
    if (!activity || activity.done) return
    shifted.current = activity.id
    onShift(activity, step)
  }
  // A moved element loses the focus, and again when a read that began before shows it where it was.
  useEffect(() => {
    if (shifted.current === undefined || document.activeElement !== document.body) return
    grid.current?.querySelector<HTMLElement>(`[data-activity="${shifted.current}"] button`)?.focus()
  })
  useEffect(() => {
    const forget = () => (shifted.current = undefined)
    const stop = new AbortController()
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, forget, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  // The grid handles these keys itself; listed here for the command bar and the help.
  useCommands([
    { name: words.earlier, key: 'Shift ↑', run: () => shift(document.activeElement, steps['ArrowUp']!) },
    { name: words.later, key: 'Shift ↓', run: () => shift(document.activeElement, steps['ArrowDown']!) },
    { name: words.previousDay, key: 'Shift ←', run: () => shift(document.activeElement, steps['ArrowLeft']!) },
    { name: words.nextDay, key: 'Shift →', run: () => shift(document.activeElement, steps['ArrowRight']!) },
  ])

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const target = event.target as HTMLElement
    // Events of popups arrive here too.
    if (!step || event.ctrlKey || event.metaKey || event.altKey || !event.currentTarget.contains(target)) return
    if (event.shiftKey) shift(target, step)
    else if (target.dataset['slot']) slotAt(event.currentTarget, days, target.dataset['slot'], step)?.focus()
    else return
    event.preventDefault()
  }
}

function slotAt(grid: Element, days: readonly string[], slot: string, { days: by, hours }: Step) {
  const day = days[days.indexOf(slot.slice(0, 10)) + by]
  const hour = Number(slot.slice(11)) + hours
  return day ? grid.querySelector<HTMLElement>(`[data-slot="${atHour(day, hour)}"]`) : null
}
