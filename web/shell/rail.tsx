import { Link } from '@tanstack/react-router'
import { Ellipsis, Search } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useGo, usePlaces } from './use-places.ts'

type Props = { onShowKeys: () => void; onShowCommands: () => void }

// A phone has room for so many, and for the way to the others.
const ON_PHONES = 3

/** The way around: a rail at the left, on a phone a bar at the bottom. */
export function Rail({ onShowKeys, onShowCommands }: Props) {
  const words = useWords()
  const { id: account_id } = useAccount()
  const places = usePlaces()
  return (
    <nav
      aria-label={words.shell.navigation}
      className="flex shrink-0 items-center border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)]
        sm:w-19 sm:flex-col sm:border-0 sm:py-3"
    >
      <Link to="/app" aria-label={words.shell.home} className="mb-3 hidden rounded-lg sm:block">
        <Logo size={34} />
      </Link>
      <ul className="max-sm:contents sm:flex sm:min-h-0 sm:w-full sm:flex-1 sm:flex-col sm:gap-1 sm:overflow-y-auto sm:px-2">
        {places.map(({ to, word, icon: Icon }, index) => (
          <li key={to} className={cx('flex-1 sm:flex-none', index >= ON_PHONES && 'max-sm:hidden')}>
            <Link to={to} params={{ account_id }} className={placeClass} activeProps={{ className: 'is-here' }}>
              <Icon size={19} strokeWidth={1.9} aria-hidden />
              {words.places[word]}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex-1 sm:hidden">
        <Others />
      </div>
      <Tooltip text={words.shell.commandBar}>
        <button
          type="button"
          onClick={onShowCommands}
          aria-label={words.shell.commandBar}
          aria-keyshortcuts="Control+K Meta+K"
          className="mb-1 hidden rounded-lg p-2.5 text-ink-2 hover:bg-hover hover:text-ink sm:block"
        >
          <Search size={18} aria-hidden />
        </button>
      </Tooltip>
      <AccountMenu onShowKeys={onShowKeys} />
    </nav>
  )
}

/** On a phone: what the bar has no room for. */
function Others() {
  const words = useWords()
  const go = useGo()
  const trigger = (
    <button type="button" className={placeClass}>
      <Ellipsis size={19} aria-hidden />
      {words.shell.more}
    </button>
  )
  return (
    <Menu trigger={trigger} side="top">
      {usePlaces()
        .slice(ON_PHONES)
        .map(({ to, word, icon: Icon }) => (
          <MenuItem key={to} icon={<Icon size={16} aria-hidden />} onSelect={() => go(to)}>
            {words.places[word]}
          </MenuItem>
        ))}
    </Menu>
  )
}

export const placeClass = cx(
  'flex w-full flex-col items-center gap-0.5 rounded-lg px-1 py-2 text-2xs font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink [&.is-here]:text-accent-text sm:[&.is-here]:bg-accent-soft',
)
