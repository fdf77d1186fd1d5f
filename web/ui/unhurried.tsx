import { useDeferredValue, type ReactNode } from 'react'

type Props = { children: ReactNode; place?: ReactNode }

/** Shows what is in it after what is around it, and makes it in pieces, so that whoever acts meanwhile is not kept waiting. */
export function Unhurried({ children, place = null }: Props) {
  return useDeferredValue(true, false) ? children : place
}
