import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestReset } from '#web/app/api.ts'
import { fieldErrors, useWords } from '#web/app/i18n.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AttemptForm } from './attempt-form.tsx'
import { linkClass, SignedOutPage } from './signed-out-page.tsx'

/** Requests a password reset link. The answer does not reveal whether the account exists. */
export function Forgot() {
  const { signIn: words } = useWords()
  const request = useMutation({ mutationFn: requestReset, meta: { silent: true } })
  const back = (
    <Link to="/app/sign-in" className={linkClass}>
      {words.backToSignIn}
    </Link>
  )
  return (
    <SignedOutPage title={words.forgotTitle} subtitle={words.forgotHint} below={back}>
      {request.isSuccess ? (
        <Notice tone="good">{words.linkSent(request.variables.email)}</Notice>
      ) : (
        <AttemptForm
          attempt={request}
          onSubmit={({ email = '' }) => request.mutate({ email: email.trim() })}
          submit={words.sendLink}
        >
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            error={fieldErrors(request.error)['email']}
          />
        </AttemptForm>
      )}
    </SignedOutPage>
  )
}
