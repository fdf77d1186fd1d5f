import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#web/app/api.ts'
import { setAccountLanguage, useWords } from '#web/app/i18n.ts'
import { AccountContext, sessionQuery, useAccount, useSession } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useLive } from '#web/live/follow.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useHeldKeys } from '#web/ui/held-keys.ts'
import { isUndoable, setOfferSeconds, undoLast } from '#web/ui/toast.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Rail } from './rail.tsx'
import { useGo, usePlaces } from './use-places.ts'

const CommandBar = lazy(async () => ({ default: (await import('#web/commands/command-bar.tsx')).CommandBar }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** The frame around every screen of an account. */
export function Shell({ account }: { account: Account }) {
  const isSignedIn = useLeaveWhenSignedOut()
  useEffect(() => setAccountLanguage(account.locale), [account.locale])
  if (!isSignedIn) return null
  return (
    <AccountContext value={account}>
      <Deferred>
        <Frame />
      </Deferred>
    </AccountContext>
  )
}

function Frame() {
  const { shell } = useWords()
  const account = useAccount()
  const { undo_seconds } = useSession()
  useEffect(() => setOfferSeconds(undo_seconds), [undo_seconds])
  const { opened, mounted, show, close } = useWindows()
  useLive(account.id)
  useOwnCommands(() => show('keys'))
  useCommandKey(() => show('commands'))

  return (
    <>
      <div className="mt-(--screen-top) flex h-(--screen-height) flex-col">
        <a href="#main" className="sr-only focus:not-sr-only focus:p-2">
          {shell.skip}
        </a>
        <OfflineBar />
        <ConnectionBar />
        <div className="flex min-h-0 flex-1 flex-col-reverse sm:flex-row">
          <Rail onShowKeys={() => show('keys')} onShowCommands={() => show('commands')} />
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 min-w-0 flex-1 overflow-hidden bg-surface outline-none max-lg:mb-(--toasts) lg:pb-(--toasts)
              sm:my-2 sm:mr-2 sm:rounded-xl sm:shadow-sheet sm:max-lg:mb-[max(--spacing(2),var(--toasts))]"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <Suspense>
        {mounted.has('keys') && <ShortcutsDialog open={opened === 'keys'} onClose={close} />}
        {mounted.has('commands') && <CommandBar open={opened === 'commands'} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Global dialogs, loaded when first opened and kept mounted for their closing animation. */
function useWindows() {
  const [opened, show] = useState<'keys' | 'commands'>()
  const [mounted, setMounted] = useState<ReadonlySet<typeof opened>>(new Set())
  useHeldKeys(opened !== undefined)
  if (opened && !mounted.has(opened)) setMounted(new Set([...mounted, opened]))
  return { opened, mounted, show, close: () => show(undefined) }
}

/** Commands available on every screen. */
function useOwnCommands(showKeys: () => void) {
  const { shell, places: names, commands } = useWords()
  const go = useGo()
  useCommands([
    { name: shell.shortcuts, key: '?', run: showKeys },
    { name: shell.undo, key: 'z', run: undoLast, isPossible: isUndoable },
    ...usePlaces().map(({ to, word, icon, key }) => ({
      name: names[word],
      group: commands.places,
      icon,
      key,
      run: () => go(to),
    })),
  ])
}

/** Ctrl-K or Cmd-K works everywhere, even in text fields. */
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

/** If the session ends, goes to the sign-in page and returns here afterwards. */
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
