import { useState } from 'react'

/** What was given last: a window that closes goes on showing it until it is gone. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, keep] = useState(value)
  if (value !== undefined && value !== last) keep(value)
  return value ?? last
}
