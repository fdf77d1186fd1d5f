import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { call, type Input, type Output } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { SignedOutPage } from '#web/screens/sign-in/signed-out-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useConnectWords } from './words.ts'

type Props = { request: Input<'get_assistant_request'>; assistant: Output<'get_assistant_request'> }
type Access = Input<'connect_assistant'>['access']

/** The decision: which workspace, and how much the assistant may do there. Reading alone is chosen until changed. */
export function Consent({ request, assistant }: Props) {
  const words = useConnectWords()
  const { user, accounts } = useSession()
  const [account_id, setAccount] = useState(accounts[0]!.id)
  const [access, setAccess] = useState<Access>('read')
  const allow = useMutation({
    mutationFn: () => call(account_id, 'connect_assistant', { ...request, access }),
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  })
  const choices = Object.fromEntries(assistant.offered.map((each) => [each, words.choices[each]]))
  return (
    <SignedOutPage title={words.title(assistant.name)} subtitle={words.subtitle(user.email)} below={words.later}>
      <Origin assistant={assistant} />
      <SelectField
        label={words.workspace}
        value={account_id}
        choices={accounts.map(({ id, name }) => [id, name] as const)}
        onChange={setAccount}
      />
      <RadioCards
        label={words.access}
        value={access}
        choices={choices as typeof words.choices}
        onChange={(chosen) => setAccess(chosen)}
      />
      <div className="flex flex-col gap-2">
        <Button look="primary" size="lg" busy={allow.isPending || allow.isSuccess} onClick={() => allow.mutate()}>
          {words.allow}
        </Button>
        <Button size="lg" onClick={() => location.assign(assistant.refuse_url)}>
          {words.refuse}
        </Button>
      </div>
    </SignedOutPage>
  )
}

/** Where the assistant comes from: anybody can choose a name, but not a host. */
function Origin({ assistant: { name, host, returns_to, is_local } }: Pick<Props, 'assistant'>) {
  const words = useConnectWords()
  const returns = [words.returns, is_local ? words.local : returns_to] as const
  const rows = host === returns_to ? [returns] : [[words.from, host] as const, returns]
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-base wrap-anywhere">{words.wants(name)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-2">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-2">{words.unverified}</p>
    </div>
  )
}
