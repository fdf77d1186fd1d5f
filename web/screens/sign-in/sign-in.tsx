import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { signIn, type Credentials } from '#web/api.ts'
import { fieldErrors, useWords } from '#web/i18n.ts'
import { sessionQuery } from '#web/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { asksForCode, AttemptForm } from './attempt.tsx'
import { CodeStep } from './code-step.tsx'
import { linkClass, Threshold } from './threshold.tsx'

export function SignIn() {
  const { signIn: words } = useWords()
  const { enter, known, forget } = useEnter()
  const errors = fieldErrors(enter.error)

  if (known) {
    return (
      <Threshold title={words.secondStep} subtitle={known.email}>
        <CodeStep attempt={enter} onCode={(code) => enter.mutate({ ...known, code })} onBack={forget} />
      </Threshold>
    )
  }
  const forgot = (
    <Link to="/app/forgot" className={linkClass}>
      {words.forgot}
    </Link>
  )
  return (
    <Threshold title={words.title} subtitle={words.subtitle} below={forgot}>
      <AttemptForm
        attempt={enter}
        onSubmit={({ email = '', password = '' }) => enter.mutate({ email, password })}
        submit={words.submit}
        refused={words.refused}
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
    </Threshold>
  )
}

/** E-mail and password first. Where they are right and not enough, they are kept until the code is there. */
function useEnter() {
  const { to = '/app' } = useSearch({ from: '/app/sign-in' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [known, setKnown] = useState<Credentials>()
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      return navigate({ href: to, replace: true })
    },
    onError: (error, { email, password }) => asksForCode(error) && setKnown({ email, password }),
    meta: { quiet: true },
  })
  const forget = () => {
    enter.reset()
    setKnown(undefined)
  }
  return { enter, known, forget }
}
