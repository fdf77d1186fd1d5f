import type { ReactNode } from 'react'
import { Problem } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { useCountdown } from './use-countdown.ts'

type Props = {
  attempt: { error: Error | null; isPending: boolean }
  onSubmit: (texts: Record<string, string>) => void
  submit: string
  /** Message for wrong credentials (401), instead of the generic one. */
  rejectedMessage?: string
  children: ReactNode
}

/** A rate-limited form: shows why the last attempt failed and how long to wait. */
export function AttemptForm({ attempt, onSubmit, submit, rejectedMessage, children }: Props) {
  const { signIn: words } = useWords()
  const wait = useCountdown(attempt.error)
  const message = useErrorMessage(attempt.error, wait, rejectedMessage)
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="flex flex-col gap-4">
      {message && <Notice>{message}</Notice>}
      {children}
      <Button look="primary" size="lg" type="submit" busy={attempt.isPending} disabled={wait > 0}>
        {wait > 0 ? words.waiting(wait) : submit}
      </Button>
    </form>
  )
}

/** Undefined when a field already shows the error. */
function useErrorMessage(error: Error | null, wait: number, rejectedMessage: string | undefined) {
  const { signIn: words } = useWords()
  if (!error || needsCode(error)) return undefined
  if (!(error instanceof Problem)) return describeError(error)
  if (error.status === 429 && wait > 0) return words.throttled
  if (error.status === 401 && rejectedMessage) return rejectedMessage
  return Object.keys(fieldErrors(error)).length > 0 ? undefined : describeError(error)
}

/** The password was correct, and the account has a second factor. */
export const needsCode = (error: Error | null) => error instanceof Problem && error.code === 'two_factor_required'
