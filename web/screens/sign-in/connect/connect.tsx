import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { call, type Account, type Input, Problem } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useSession } from '#web/app/session.ts'
import { linkClass, SignedOutPage } from '#web/screens/sign-in/signed-out-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Consent } from './consent.tsx'
import { useConnectWords } from './words.ts'

type Request = Input<'get_assistant_request'>

/** Lets a signed-in person allow or refuse an assistant that wants to connect (OAuth). */
export function Connect() {
  const words = useConnectWords()
  const request = useSearch({ from: '/app/connect' }) as Partial<Request>
  const [account] = useSession().accounts
  if (!account) return <Failure message={words.noWorkspace} />
  if (!request.client_id || !request.redirect_uri) return <Failure message={words.incomplete} />
  return <Checked account={account} request={request as Request} />
}

function Checked({ account, request }: { account: Account; request: Request }) {
  const { common } = useWords()
  const words = useConnectWords()
  const message = useFailure()
  const { data, error } = useQuery({
    queryKey: ['assistant-request', request],
    queryFn: () => call(account.id, 'get_assistant_request', request),
    staleTime: Infinity,
    retry: false,
  })
  const isRefused = data?.offered.length === 0
  // A request that cannot be allowed is answered to the assistant, which tells its person.
  useEffect(() => {
    if (isRefused) location.replace(data.refuse_url)
  }, [isRefused, data])

  if (error) return <Failure message={message(error)} />
  if (data && !isRefused) return <Consent request={request} assistant={data} />
  return (
    <SignedOutPage title={words.loadingTitle}>
      <div role="status" aria-label={common.loading} className="grid place-items-center py-6 text-ink-3">
        <Spinner size={20} />
      </div>
    </SignedOutPage>
  )
}

function Failure({ message }: { message: string }) {
  const words = useConnectWords()
  const home = (
    <Link to="/app" className={linkClass}>
      {words.home}
    </Link>
  )
  return (
    <SignedOutPage title={words.failedTitle} below={home}>
      <Notice>{message}</Notice>
    </SignedOutPage>
  )
}

/** The reason in the person's language. */
function useFailure() {
  const words = useConnectWords()
  return (error: Error) => {
    const field = error instanceof Problem ? error.errors[0]?.pointer?.replace(/^#?\//, '') : undefined
    if (error instanceof Problem && error.code === 'not_found') return words.unknown
    if (field === 'redirect_uri') return words.wrongReturn
    return field === 'client_id' ? words.unreadable : describeError(error)
  }
}
