import type { FormEvent } from 'react'

/** Hands a form's texts over instead of letting the browser send it. */
export const submitted = (take: (texts: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
  take(Object.fromEntries(entries))
}
