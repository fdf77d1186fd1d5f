import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { checkSetup, Problem, setUp } from '#web/app/api.ts'
import { fieldErrors, language, useWords } from '#web/app/i18n.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { queryClient } from '#web/app/query.ts'
import { sessionQuery } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { AttemptForm } from './attempt-form.tsx'
import { linkClass, SignedOutPage } from './signed-out-page.tsx'

/** Creates the first workspace of a new installation, with the link printed at its first start. */
export function Setup() {
  const { signIn: words } = useWords()
  const { token = '' } = useSearch({ from: '/app/setup' })
  const { error } = useQuery({
    queryKey: ['setup', token],
    queryFn: () => checkSetup(token),
    staleTime: Infinity,
    retry: false,
  })
  const signInLink = (
    <Link to="/app/sign-in" className={linkClass}>
      {words.backToSignIn}
    </Link>
  )
  if (error) {
    return (
      <SignedOutPage title={words.setupSpent} below={signInLink}>
        <Notice>{words.setupGone}</Notice>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage title={words.setup} subtitle={words.setupHint}>
      <Form token={token} />
    </SignedOutPage>
  )
}

function Form({ token }: { token: string }) {
  const { signIn: words } = useWords()
  const locale = language.use()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [default_currency, setCurrency] = useState<string>('COP')
  const setup = useSetup()
  const errors = fieldErrors(setup.error)
  const isTaken = setup.error instanceof Problem && setup.error.code === 'duplicate_value'

  return (
    <AttemptForm
      attempt={setup}
      submit={words.create}
      rejectedMessage={words.setupGone}
      onSubmit={({ account_name = '', name = '', email = '', password = '' }) =>
        setup.mutate({ token, account_name, name, email, password, locale, time_zone, default_currency })
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

function useSetup() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: setUp,
    onSuccess: (session) => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      return navigate({ href: '/app', replace: true })
    },
    meta: { silent: true },
  })
}

const currencies = ['COP', 'USD', 'MXN', 'PEN', 'CLP', 'ARS', 'BRL', 'UYU', 'CRC', 'DOP', 'GTQ', 'BOB', 'PYG', 'EUR']

/** `COP · peso colombiano` */
function useCurrencies(): Record<string, string> {
  const names = new Intl.DisplayNames(language.use() === 'es' ? 'es-419' : 'en', { type: 'currency' })
  return Object.fromEntries(currencies.map((code) => [code, `${code} · ${names.of(code)}`]))
}
