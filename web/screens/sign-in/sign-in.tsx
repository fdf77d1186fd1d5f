import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { signIn, type Credentials } from '#web/app/api.ts'
import { fieldErrors, useWords } from '#web/app/i18n.ts'
import { sessionQuery } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { needsCode, AttemptForm } from './attempt-form.tsx'
import { CodeStep } from './code-step.tsx'
import { linkClass, SignedOutPage } from './signed-out-page.tsx'

export function SignIn() {
  const { signIn: words } = useWords()
  const { attempt, credentials, forget } = useSignIn()
  const errors = fieldErrors(attempt.error)

  if (credentials) {
    return (
      <SignedOutPage title={words.secondStep} subtitle={credentials.email}>
        <CodeStep attempt={attempt} onCode={(code) => attempt.mutate({ ...credentials, code })} onBack={forget} />
      </SignedOutPage>
    )
  }
  const forgot = (
    <Link to="/app/forgot" className={linkClass}>
      {words.forgot}
    </Link>
  )
  return (
    <SignedOutPage title={words.title} subtitle={words.subtitle} below={forgot}>
      <AttemptForm
        attempt={attempt}
        onSubmit={({ email = '', password = '' }) => attempt.mutate({ email, password })}
        submit={words.submit}
        rejectedMessage={words.refused}
      >
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors['email']}
        />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors['password']}
        />
      </AttemptForm>
    </SignedOutPage>
  )
}

/** Signs in with e-mail and password; keeps them while a second factor is requested. */
function useSignIn() {
  const { to = '/app' } = useSearch({ from: '/app/sign-in' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [credentials, setCredentials] = useState<Credentials>()
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      return navigate({ href: to, replace: true })
    },
    onError: (error, { email, password }) => needsCode(error) && setCredentials({ email, password }),
    meta: { silent: true },
  })
  const forget = () => {
    attempt.reset()
    setCredentials(undefined)
  }
  return { attempt, credentials, forget }
}
