import { useEffect, type RefObject } from 'react'
import { useActiveTooltipDataPoints } from 'recharts'

/** A point or column of a chart that may open something. */
export type Openable = { open?: (() => void) | undefined }

/** Notes the point that the pointer or the arrow keys have reached, so that the Enter key can open it. */
export function ActivePoint({ at }: { at: RefObject<Openable | undefined> }) {
  const point = useActiveTooltipDataPoints<Openable>()?.[0]
  useEffect(() => {
    at.current = point
  }, [at, point])
  return null
}

type ClickState = { activeTooltipIndex?: number | string | null | undefined }

/** Opens the clicked point. */
export const openClicked =
  (points: readonly Openable[]) =>
  ({ activeTooltipIndex: at }: ClickState) => {
    if (at !== undefined && at !== null) points[Number(at)]?.open?.()
  }

/** Moves of the pointer take effect at once: a tap moves and clicks within one frame. */
export const unthrottled = []
