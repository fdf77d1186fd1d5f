import type { Activity } from '#contract/records/crm.ts'
import { toLocal } from '#web/app/format/zone.ts'

/** Minutes an activity takes on the grid if no duration is given. */
const USUAL = 30
const DAY = 24 * 60

/** The height of an hour on the grid. */
export const HOUR_REM = 3

/** The beginning of a local time: `2026-11-14T09`. */
export const atHour = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}`

/** An activity on a day: its minutes from midnight, and its lane among those at the same time. */
export type Block = { activity: Activity; from: number; to: number; lane: number; lanes: number }

/** Lays out the activities of a day. Activities at the same time stand side by side. */
export function layOutDay(activities: readonly Activity[], time_zone: string): Block[] {
  const blocks = activities
    .flatMap((activity) => (activity.due_at === null ? [] : [toBlock(activity, activity.due_at, time_zone)]))
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  const result: Block[] = []
  let group: Block[] = []
  let end = 0
  for (const block of blocks) {
    if (group.length > 0 && block.from >= end) {
      result.push(...withLanes(group))
      group = []
    }
    group.push(block)
    end = group.length === 1 ? block.to : Math.max(end, block.to)
  }
  return [...result, ...withLanes(group)]
}

function toBlock(activity: Activity, due_at: string, time_zone: string): Block {
  const local = toLocal(due_at, time_zone)
  const from = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  const to = Math.min(DAY, from + Math.max(USUAL, activity.duration_minutes ?? USUAL))
  return { activity, from, to, lane: 0, lanes: 1 }
}

/** Puts each block of a group into the first lane that is free by then. */
function withLanes(group: readonly Block[]): Block[] {
  const ends: number[] = []
  const placed = group.map((block) => {
    const free = ends.findIndex((end) => end <= block.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = block.to
    return { ...block, lane }
  })
  return placed.map((block) => ({ ...block, lanes: ends.length }))
}

/** The first and last hour the grid shows: working hours, and whatever is planned outside of them. */
export function visibleHours(days: readonly (readonly Block[])[]): { first: number; last: number } {
  const blocks = days.flat()
  const first = Math.min(7, ...blocks.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(20, ...blocks.map(({ to }) => Math.ceil(to / 60)))
  return { first, last }
}
