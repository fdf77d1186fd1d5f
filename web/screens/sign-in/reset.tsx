import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { completeReset, Problem } from '#web/api.ts'
import { fieldErrors, useWords } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { sessionQuery } from '#web/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AttemptForm } from './attempt.tsx'
import { linkClass, Threshold } from './threshold.tsx'

/** Chooses a new password, with the link of a mail. */
export function Reset() {
  const { signIn: words } = useWords()
  const { token = '' } = useSearch({ from: '/app/reset' })
  const complete = useComplete()
  const errors = fieldErrors(complete.error)
  const again = (
    <Link to="/app/forgot" className={linkClass}>
      {words.anotherLink}
    </Link>
  )
  return (
    <Threshold title={words.resetTitle} subtitle={words.resetHint} below={again}>
      {!token || isSpent(complete.error) ? (
        <Notice>{words.linkSpent}</Notice>
      ) : (
        <AttemptForm
          attempt={complete}
          onSubmit={({ password = '' }) => complete.mutate({ token, password })}
          submit={words.savePassword}
        >
          <PasswordField
            label={words.newPassword}
            hint={words.passwordHint}
            name="password"
            autoComplete="new-password"
            autoFocus
            error={errors['password']}
          />
        </AttemptForm>
      )}
    </Threshold>
  )
}

function useComplete() {
  const { signIn: words } = useWords()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: completeReset,
    onSuccess: () => {
      // The new password has ended every session, this browser's too.
      queryClient.setQueryData(sessionQuery.queryKey, null)
      toast.good(words.passwordSaved)
      return navigate({ to: '/app/sign-in', replace: true })
    },
    meta: { quiet: true },
  })
}

/** The link is at fault, and no other password would help. */
const isSpent = (error: Error | null) =>
  error instanceof Problem && error.status >= 400 && error.status < 429 && !fieldErrors(error)['password']
