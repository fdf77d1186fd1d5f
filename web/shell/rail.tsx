import { Link } from '@tanstack/react-router'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { places } from './places.ts'

/** The way around: a rail at the left, on a phone a bar at the bottom. */
export function Rail({ onShowKeys }: { onShowKeys: () => void }) {
  const words = useWords()
  const { id: account_id } = useAccount()
  return (
    <nav
      aria-label={words.shell.navigation}
      className="flex shrink-0 items-center border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)]
        sm:w-19 sm:flex-col sm:border-0 sm:py-3"
    >
      <Link to="/app" aria-label={words.shell.home} className="mb-4 hidden rounded-lg sm:block">
        <Logo size={34} />
      </Link>
      <ul className="max-sm:contents sm:flex sm:flex-1 sm:w-full sm:flex-col sm:gap-1 sm:px-2">
        {places.map(({ to, name, icon: Icon }) => (
          <li key={to} className="flex-1 sm:flex-none">
            <Link to={to} params={{ account_id }} className={placeClass} activeProps={{ className: 'is-here' }}>
              <Icon size={19} strokeWidth={1.9} aria-hidden />
              {name(words)}
            </Link>
          </li>
        ))}
      </ul>
      <AccountMenu onShowKeys={onShowKeys} />
    </nav>
  )
}

export const placeClass = cx(
  'flex w-full flex-col items-center gap-0.5 rounded-lg px-1 py-2 text-2xs font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink [&.is-here]:text-accent-text sm:[&.is-here]:bg-accent-soft',
)
