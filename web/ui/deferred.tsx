import { useDeferredValue, type ReactNode } from 'react'

type Props = { children: ReactNode; place?: ReactNode }

/** Renders its children after the rest, in a transition, so that input is handled in between. */
export function Deferred({ children, place = null }: Props) {
  return useDeferredValue(true, false) ? children : place
}
