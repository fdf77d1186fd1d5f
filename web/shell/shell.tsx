import { useEffect, useState } from 'react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#web/api.ts'
import { setAccountLanguage, useWords } from '#web/i18n.ts'
import { AccountContext, sessionQuery } from '#web/session.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { OfflineBar } from './offline-bar.tsx'
import { Rail } from './rail.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** What stands around every screen of an account. */
export function Shell({ account }: { account: Account }) {
  const { shell } = useWords()
  const [showsKeys, showKeys] = useState(false)
  const isSignedIn = useLeaveWhenSignedOut()
  useEffect(() => setAccountLanguage(account.locale), [account.locale])
  useHotkeys({ '?': () => showKeys(true) })

  if (!isSignedIn) return null
  return (
    <AccountContext value={account}>
      <div className="flex h-dvh flex-col">
        <a href="#main" className="sr-only focus:not-sr-only focus:p-2">
          {shell.skip}
        </a>
        <OfflineBar />
        <div className="flex min-h-0 flex-1 flex-col-reverse sm:flex-row">
          <Rail onShowKeys={() => showKeys(true)} />
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 min-w-0 flex-1 overflow-hidden bg-surface outline-none
              sm:my-2 sm:mr-2 sm:rounded-xl sm:shadow-sheet"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <ShortcutsDialog open={showsKeys} onClose={() => showKeys(false)} />
    </AccountContext>
  )
}

/** The session may end while screens are open: then sign in again, and return here. */
function useLeaveWhenSignedOut() {
  const { data: session } = useQuery(sessionQuery)
  const navigate = useNavigate()
  useEffect(() => {
    if (session !== null) return
    const { pathname, search } = window.location
    void navigate({ to: '/app/sign-in', search: { to: pathname + search } })
  }, [session, navigate])
  return Boolean(session)
}
