import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { checkSetup, Problem, setUp } from '#web/api.ts'
import { fieldErrors, language, useWords } from '#web/i18n.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { queryClient } from '#web/query.ts'
import { sessionQuery } from '#web/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { AttemptForm } from './attempt.tsx'
import { linkClass, Threshold } from './threshold.tsx'

/** The first page of a new installation: whoever has the link that was printed makes the first workspace. */
export function Setup() {
  const { signIn: words } = useWords()
  const { token = '' } = useSearch({ from: '/app/setup' })
  const { error } = useQuery({
    queryKey: ['setup', token],
    queryFn: () => checkSetup(token),
    staleTime: Infinity,
    retry: false,
  })
  const elsewhere = (
    <Link to="/app/sign-in" className={linkClass}>
      {words.backToSignIn}
    </Link>
  )
  if (error) {
    return (
      <Threshold title={words.setupSpent} below={elsewhere}>
        <Notice>{words.setupGone}</Notice>
      </Threshold>
    )
  }
  return (
    <Threshold title={words.setup} subtitle={words.setupHint}>
      <Form token={token} />
    </Threshold>
  )
}

function Form({ token }: { token: string }) {
  const { signIn: words } = useWords()
  const locale = language.use()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [default_currency, setCurrency] = useState<string>('COP')
  const begin = useBegin()
  const errors = fieldErrors(begin.error)
  const isTaken = begin.error instanceof Problem && begin.error.code === 'duplicate_value'

  return (
    <AttemptForm
      attempt={begin}
      submit={words.create}
      refused={words.setupGone}
      onSubmit={({ account_name = '', name = '', email = '', password = '' }) =>
        begin.mutate({ token, account_name, name, email, password, locale, time_zone, default_currency })
      }
    >
      <TextField
        label={words.workspaceName}
        name="account_name"
        autoComplete="organization"
        autoFocus
        error={errors['account_name']}
      />
      <SelectField
        label={words.currency}
        value={default_currency}
        choices={useCurrencies()}
        onChange={setCurrency}
        hint={words.zoneHint(time_zone.replaceAll('_', ' '))}
      />
      <TextField label={words.yourName} name="name" autoComplete="name" error={errors['name']} />
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="username"
        error={isTaken ? words.emailTaken : errors['email']}
      />
      <PasswordField
        label={words.choosePassword}
        hint={words.passwordHint}
        name="password"
        autoComplete="new-password"
        error={errors['password']}
      />
    </AttemptForm>
  )
}

function useBegin() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: setUp,
    onSuccess: (session) => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      return navigate({ href: '/app', replace: true })
    },
    meta: { quiet: true },
  })
}

const currencies = ['COP', 'USD', 'MXN', 'PEN', 'CLP', 'ARS', 'BRL', 'UYU', 'CRC', 'DOP', 'GTQ', 'BOB', 'PYG', 'EUR']

/** `COP · peso colombiano` */
function useCurrencies(): Record<string, string> {
  const names = new Intl.DisplayNames(language.use() === 'es' ? 'es-419' : 'en', { type: 'currency' })
  return Object.fromEntries(currencies.map((code) => [code, `${code} · ${names.of(code)}`]))
}
