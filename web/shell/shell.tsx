import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#web/api.ts'
import { useCommands } from '#web/commands/commands.ts'
import { setAccountLanguage, useWords } from '#web/i18n.ts'
import { useLive } from '#web/live/follow.ts'
import { AccountContext, sessionQuery, useAccount } from '#web/session.ts'
import { undoLast } from '#web/ui/toast.tsx'
import { Unhurried } from '#web/ui/unhurried.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Rail } from './rail.tsx'
import { useGo, usePlaces } from './use-places.ts'

const CommandBar = lazy(async () => ({ default: (await import('#web/commands/command-bar.tsx')).CommandBar }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** What stands around every screen of an account. */
export function Shell({ account }: { account: Account }) {
  const isSignedIn = useLeaveWhenSignedOut()
  useEffect(() => setAccountLanguage(account.locale), [account.locale])
  if (!isSignedIn) return null
  return (
    <AccountContext value={account}>
      <Frame />
    </AccountContext>
  )
}

function Frame() {
  const { shell } = useWords()
  const account = useAccount()
  const { shown, wanted, show, close } = useWindows()
  useLive(account.id)
  useOwnCommands(() => show('keys'))
  useCommandKey(() => show('commands'))

  return (
    <>
      <div className="flex h-dvh flex-col">
        <a href="#main" className="sr-only focus:not-sr-only focus:p-2">
          {shell.skip}
        </a>
        <OfflineBar />
        <div className="flex min-h-0 flex-1 flex-col-reverse sm:flex-row">
          <Rail onShowKeys={() => show('keys')} onShowCommands={() => show('commands')} />
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 min-w-0 flex-1 overflow-hidden bg-surface outline-none
              sm:my-2 sm:mr-2 sm:rounded-xl sm:shadow-sheet"
          >
            <Unhurried>
              <Outlet />
            </Unhurried>
          </main>
        </div>
      </div>
      <Suspense>
        {wanted.has('keys') && <ShortcutsDialog open={shown === 'keys'} onClose={close} />}
        {wanted.has('commands') && <CommandBar open={shown === 'commands'} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Windows over the page. What was never opened is not even fetched; what was stays, so that it can close in peace. */
function useWindows() {
  const [shown, show] = useState<'keys' | 'commands'>()
  const [wanted, want] = useState<ReadonlySet<typeof shown>>(new Set())
  if (shown && !wanted.has(shown)) want(new Set([...wanted, shown]))
  return { shown, wanted, show, close: () => show(undefined) }
}

/** What can be done everywhere. */
function useOwnCommands(showKeys: () => void) {
  const { shell, places: names, commands } = useWords()
  const go = useGo()
  useCommands([
    { name: shell.shortcuts, key: '?', run: showKeys },
    { name: shell.undo, key: 'z', run: undoLast },
    ...usePlaces().map(({ to, word, icon, key }) => ({
      name: names[word],
      group: commands.places,
      icon,
      key,
      run: () => go(to),
    })),
  ])
}

/** Ctrl-K or Cmd-K works everywhere, also while writing. */
function useCommandKey(act: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
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
