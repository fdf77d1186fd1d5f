import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { acceptInvitation, readInvitation, type Acceptance, type InvitationDetails } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { queryClient } from '#web/app/query.ts'
import { sessionQuery } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { needsCode, AttemptForm } from './attempt-form.tsx'
import { CodeStep } from './code-step.tsx'
import { linkClass, SignedOutPage } from './signed-out-page.tsx'

/** Accepts an invitation to a workspace, with a new or an existing account. */
export function Invitation() {
  const { signIn: words, common } = useWords()
  const { token = '' } = useSearch({ from: '/app/invitation' })
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
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
      <SignedOutPage title={words.invitationSpent} below={signInLink}>
        <Notice>{describeError(error, 'token')}</Notice>
      </SignedOutPage>
    )
  }
  if (!invitation) {
    return (
      <SignedOutPage title={words.invitation}>
        <div role="status" aria-label={common.loading} className="grid place-items-center py-6 text-ink-3">
          <Spinner size={20} />
        </div>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage
      title={words.invitedTo(invitation.account_name)}
      subtitle={words.invitedBy(invitation.invited_by)}
      below={signInLink}
    >
      <AcceptForm token={token} invitation={invitation} />
    </SignedOutPage>
  )
}

function AcceptForm({ token, invitation }: { token: string; invitation: InvitationDetails }) {
  const { signIn: words } = useWords()
  const { accept, acceptance, forget } = useAccept(invitation)
  const errors = fieldErrors(accept.error)
  const { email, name, has_account } = invitation

  if (acceptance) {
    return <CodeStep attempt={accept} onCode={(code) => accept.mutate({ ...acceptance, code })} onBack={forget} />
  }
  return (
    <AttemptForm
      attempt={accept}
      onSubmit={({ name: chosen = name ?? '', password = '' }) =>
        accept.mutate({ token, password, name: chosen.trim() })
      }
      submit={words.join}
      rejectedMessage={words.passwordRefused}
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

function useAccept({ account_id }: InvitationDetails) {
  const navigate = useNavigate()
  const [acceptance, setAcceptance] = useState<Acceptance>()
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: (session) => {
      // Drops the data of a session that was open in this browser before.
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      const joined = session.accounts.find(({ id }) => id === account_id)
      return navigate({ href: joined ? `/app/${joined.id}` : '/app', replace: true })
    },
    onError: (error, { code: _code, ...given }) => needsCode(error) && setAcceptance(given),
    meta: { silent: true },
  })
  const forget = () => {
    accept.reset()
    setAcceptance(undefined)
  }
  return { accept, acceptance, forget }
}
