import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestReset } from '#web/api.ts'
import { fieldErrors, useWords } from '#web/i18n.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AttemptForm } from './attempt.tsx'
import { linkClass, Threshold } from './threshold.tsx'

/** Asks for a link to choose a new password. Nobody learns here who has an account. */
export function Forgot() {
  const { signIn: words } = useWords()
  const ask = useMutation({ mutationFn: requestReset, meta: { quiet: true } })
  const back = (
    <Link to="/app/sign-in" className={linkClass}>
      {words.backToSignIn}
    </Link>
  )
  return (
    <Threshold title={words.forgotTitle} subtitle={words.forgotHint} below={back}>
      {ask.isSuccess ? (
        <Notice tone="good">{words.linkSent(ask.variables.email)}</Notice>
      ) : (
        <AttemptForm
          attempt={ask}
          onSubmit={({ email = '' }) => ask.mutate({ email: email.trim() })}
          submit={words.sendLink}
        >
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            error={fieldErrors(ask.error)['email']}
          />
        </AttemptForm>
      )}
    </Threshold>
  )
}
