import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { acceptInvitation, readInvitation, type Acceptance, type Invited } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { sessionQuery } from '#web/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { asksForCode, AttemptForm } from './attempt.tsx'
import { CodeStep } from './code-step.tsx'
import { linkClass, Threshold } from './threshold.tsx'

/** Someone is asked to join a workspace: as a new person, or as who they already are. */
export function Invitation() {
  const { signIn: words, common } = useWords()
  const { token = '' } = useSearch({ from: '/app/invitation' })
  const { data: invited, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
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
      <Threshold title={words.invitationSpent} below={elsewhere}>
        <Notice>{explain(error, 'token')}</Notice>
      </Threshold>
    )
  }
  if (!invited) {
    return (
      <Threshold title={words.invitation}>
        <div role="status" aria-label={common.loading} className="grid place-items-center py-6 text-ink-3">
          <Spinner size={20} />
        </div>
      </Threshold>
    )
  }
  return (
    <Threshold
      title={words.invitedTo(invited.account_name)}
      subtitle={words.invitedBy(invited.invited_by)}
      below={elsewhere}
    >
      <Accept token={token} invited={invited} />
    </Threshold>
  )
}

function Accept({ token, invited }: { token: string; invited: Invited }) {
  const { signIn: words } = useWords()
  const { accept, known, forget } = useAccept(invited)
  const errors = fieldErrors(accept.error)
  const { email, name, has_account } = invited

  if (known) {
    return <CodeStep attempt={accept} onCode={(code) => accept.mutate({ ...known, code })} onBack={forget} />
  }
  return (
    <AttemptForm
      attempt={accept}
      onSubmit={({ name: chosen = name ?? '', password = '' }) =>
        accept.mutate({ token, password, name: chosen.trim() })
      }
      submit={words.join}
      refused={words.passwordRefused}
    >
      {has_account && <Notice tone="plain">{words.hasAccount}</Notice>}
      <TextField label={words.email} name="email" type="email" autoComplete="username" value={email} readOnly />
      {has_account ? (
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          autoFocus
          error={errors['password']}
        />
      ) : (
        <>
          <TextField
            label={words.yourName}
            name="name"
            autoComplete="name"
            defaultValue={name ?? ''}
            autoFocus={!name}
            error={errors['name']}
          />
          <PasswordField
            label={words.choosePassword}
            hint={words.passwordHint}
            name="password"
            autoComplete="new-password"
            autoFocus={Boolean(name)}
            error={errors['password']}
          />
        </>
      )}
    </AttemptForm>
  )
}

function useAccept({ account_id }: Invited) {
  const navigate = useNavigate()
  const [known, setKnown] = useState<Acceptance>()
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: (session) => {
      // Whoever was signed in here before leaves nothing behind.
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      const joined = session.accounts.find(({ id }) => id === account_id)
      return navigate({ href: joined ? `/app/${joined.id}` : '/app', replace: true })
    },
    onError: (error, { code: _code, ...given }) => asksForCode(error) && setKnown(given),
    meta: { quiet: true },
  })
  const forget = () => {
    accept.reset()
    setKnown(undefined)
  }
  return { accept, known, forget }
}
