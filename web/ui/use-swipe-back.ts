import type { RefObject } from 'react'
import { useSwipe, type Direction } from './use-swipe.ts'
import { useWide } from './use-wide.ts'

const ways: Direction[] = ['right']

/** On a small screen, a swipe of the element from the left edge goes back. */
export function useSwipeBack(moved: RefObject<HTMLElement | null>, goBack: () => void) {
  const isWide = useWide(64)
  const swipe = useSwipe({ moved, ways, enough: 72, within: 32, onSwipe: goBack })
  return isWide ? {} : swipe
}
