import type { FormEvent } from 'react'

/** Passes the texts of a form to a handler instead of letting the browser submit it. */
export const handleSubmit = (take: (texts: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
  take(Object.fromEntries(entries))
}
