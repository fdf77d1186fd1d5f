import { use, type ReactNode } from 'react'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { explain, useWords } from '#web/i18n.ts'
import { AccountContext } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'

/** Shown while a place is on its way and takes longer than a blink. */
export function Waiting() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="grid h-full place-items-center text-ink-3">
      <Spinner size={22} />
    </div>
  )
}

/** Shown when a place cannot be opened. */
export function Broken({ error, reset }: ErrorComponentProps) {
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
        {explain(error)}
      </EmptyState>
    </Page>
  )
}

/** Shown for an address that leads nowhere. */
export function Lost() {
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

/** Inside the shell there is a main part already; outside, this is it. */
function Page({ children }: { children: ReactNode }) {
  const Tag = use(AccountContext) ? 'div' : 'main'
  return <Tag className="grid h-full place-items-center">{children}</Tag>
}
