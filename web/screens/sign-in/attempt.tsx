import type { ReactNode } from 'react'
import { Problem } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { useCountdown } from './use-countdown.ts'

type Props = {
  /** What became of the attempt before. */
  attempt: { error: Error | null; isPending: boolean }
  onSubmit: (texts: Record<string, string>) => void
  submit: string
  /** What to say when it was refused, where the form knows better than the server's code. */
  refused?: string
  children: ReactNode
}

/** A form that may be tried only so often: it says why it was refused, and how long to wait. */
export function AttemptForm({ attempt, onSubmit, submit, refused, children }: Props) {
  const { signIn: words } = useWords()
  const wait = useCountdown(attempt.error)
  const complaint = useComplaint(attempt.error, wait, refused)
  return (
    <form noValidate onSubmit={submitted(onSubmit)} className="flex flex-col gap-4">
      {complaint && <Notice>{complaint}</Notice>}
      {children}
      <Button look="primary" size="lg" type="submit" busy={attempt.isPending} disabled={wait > 0}>
        {wait > 0 ? words.waiting(wait) : submit}
      </Button>
    </form>
  )
}

/** Nothing, when a field says it already. */
function useComplaint(error: Error | null, wait: number, refused: string | undefined) {
  const { signIn: words } = useWords()
  if (!error || asksForCode(error)) return undefined
  if (!(error instanceof Problem)) return explain(error)
  if (error.status === 429 && wait > 0) return words.throttled
  if (error.status === 401 && refused) return refused
  return Object.keys(fieldErrors(error)).length > 0 ? undefined : explain(error)
}

/** The password was right, and a second factor is wanted. */
export const asksForCode = (error: Error | null) => error instanceof Problem && error.code === 'two_factor_required'
