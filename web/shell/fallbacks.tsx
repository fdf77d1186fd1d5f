import { use, type ReactNode } from 'react'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { describeError, useWords } from '#web/app/i18n.ts'
import { AccountContext } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'

/** Shown while a screen takes a moment to load. */
export function LoadingScreen() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="grid h-full place-items-center text-ink-3">
      <Spinner size={22} />
    </div>
  )
}

/** Shown when a screen fails. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { common } = useWords()
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  const retry = (
    <Button look="primary" onClick={again}>
      {common.retry}
    </Button>
  )
  return (
    <Page>
      <EmptyState heading="h1" art={<BrokenThread />} title={common.broken} actions={retry}>
        {describeError(error)}
      </EmptyState>
    </Page>
  )
}

/** Shown for an unknown address. */
export function NotFoundScreen() {
  const { common } = useWords()
  const back = (
    <Link to="/app" className={buttonClass('primary')}>
      {common.backHome}
    </Link>
  )
  return (
    <Page>
      <EmptyState heading="h1" art={<LooseThread />} title={common.lost} actions={back}>
        {common.lostHint}
      </EmptyState>
    </Page>
  )
}

/** Renders `main` only outside the shell, which has its own. */
function Page({ children }: { children: ReactNode }) {
  const Tag = use(AccountContext) ? 'div' : 'main'
  return <Tag className="grid h-full place-items-center">{children}</Tag>
}
