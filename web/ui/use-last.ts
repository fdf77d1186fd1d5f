import { useState } from 'react'

/** The last defined value, so that a dialog keeps its content while it closes. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, keep] = useState(value)
  if (value !== undefined && value !== last) keep(value)
  return value ?? last
}
