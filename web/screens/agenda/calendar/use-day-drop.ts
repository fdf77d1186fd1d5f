import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Activity } from '#contract/records/crm.ts'
import { toLocal } from '#web/app/format/zone.ts'
import { useAccount } from '#web/app/session.ts'

/** The data of a dragged activity. */
export type ActivityDrag = { activity: Activity; grabbed: number }

type Options = { hours: readonly number[]; onDrop: (activity: Activity, hour: number) => void }

/**
 * Lets activities be dropped on a day of the week grid, also where activities cover its hours. Returns the hour under the
 * dragged one.
 */
export function useDayDrop({ hours, onDrop }: Options) {
  const { time_zone } = useAccount()
  const column = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<number>()
  const hourAt = useEffectEvent((element: Element, y: number, { activity, grabbed }: ActivityDrag) => {
    const { top, height } = element.getBoundingClientRect()
    const minutes = Number(toLocal(activity.due_at!, time_zone).slice(14, 16))
    const hour = Math.round(hours[0]! + ((y - grabbed - top) / height) * hours.length - minutes / 60)
    return Math.min(Math.max(hour, hours[0]!), hours.at(-1)!)
  })
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      dropTargetForElements({
        element: column.current!,
        canDrop: ({ source }) => 'activity' in source.data,
        getData: ({ input, element, source }) => ({
          hour: hourAt(element, input.clientY, source.data as ActivityDrag),
        }),
        onDrag: ({ self }) => setOver(self.data['hour'] as number),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ self, source }) => {
          setOver(undefined)
          drop((source.data as ActivityDrag).activity, self.data['hour'] as number)
        },
      }),
    [],
  )
  return { column, over }
}
