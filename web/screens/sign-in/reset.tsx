import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { completeReset, Problem } from '#web/app/api.ts'
import { fieldErrors, useWords } from '#web/app/i18n.ts'
import { queryClient } from '#web/app/query.ts'
import { sessionQuery } from '#web/app/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AttemptForm } from './attempt-form.tsx'
import { linkClass, SignedOutPage } from './signed-out-page.tsx'

/** Sets a new password with the link from an e-mail. */
export function Reset() {
  const { signIn: words } = useWords()
  const { token = '' } = useSearch({ from: '/app/reset' })
  const complete = useComplete()
  const errors = fieldErrors(complete.error)
  const newLink = (
    <Link to="/app/forgot" className={linkClass}>
      {words.anotherLink}
    </Link>
  )
  return (
    <SignedOutPage title={words.resetTitle} subtitle={words.resetHint} below={newLink}>
      {!token || isLinkInvalid(complete.error) ? (
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
    </SignedOutPage>
  )
}

function useComplete() {
  const { signIn: words } = useWords()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: completeReset,
    onSuccess: () => {
      // A new password ends all sessions, including this one.
      queryClient.setQueryData(sessionQuery.queryKey, null)
      toast.good(words.passwordSaved)
      return navigate({ to: '/app/sign-in', replace: true })
    },
    meta: { silent: true },
  })
}

/** The link is invalid, so another password would not help. */
const isLinkInvalid = (error: Error | null) =>
  error instanceof Problem && error.status >= 400 && error.status < 429 && !fieldErrors(error)['password']
