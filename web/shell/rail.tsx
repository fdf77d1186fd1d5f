import { Link, useParams } from '@tanstack/react-router'
import { Ellipsis, Search } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './notifications/bell.tsx'
import { describedBy, isCounted, PlaceCount } from './place-count.tsx'
import { useGo, usePlaces } from './use-places.ts'

type Props = { onShowKeys: () => void; onShowCommands: () => void }

// The bar of a phone fits this many places and a "More" button.
const ON_PHONES = 3

/** The main navigation: a rail on the left, or a bar at the bottom of a phone. */
export function Rail({ onShowKeys, onShowCommands }: Props) {
  const words = useWords()
  const { id: account_id } = useAccount()
  const places = usePlaces()
  // On a phone an open conversation gets the whole screen.
  const { conversation_id } = useParams({ strict: false })
  return (
    <nav
      aria-label={words.shell.navigation}
      data-tab-bar={conversation_id ? undefined : ''}
      className={cx(
        'flex shrink-0 items-center border-line bg-canvas sm:w-19 sm:flex-col sm:py-3',
        'max-sm:h-(--tab-bar) max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)]',
        conversation_id && 'max-sm:hidden',
      )}
    >
      <Link to="/app" aria-label={words.shell.home} className="mb-3 hidden rounded-lg sm:block">
        <Logo size={34} />
      </Link>
      <ul className="max-sm:contents sm:flex sm:min-h-0 sm:w-full sm:flex-1 sm:flex-col sm:gap-1 sm:overflow-y-auto sm:px-2">
        {places.map(({ to, word, icon: Icon }, index) => (
          <li key={to} className={cx('flex-1 sm:flex-none', index >= ON_PHONES && 'max-sm:hidden')}>
            <Link
              to={to}
              params={{ account_id }}
              aria-describedby={isCounted(word) ? describedBy(word) : undefined}
              className={placeClass}
              activeProps={{ className: 'is-here' }}
            >
              <Icon size={19} strokeWidth={1.9} aria-hidden />
              {words.places[word]}
              {isCounted(word) && <PlaceCount of={word} />}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex-1 sm:hidden">
        <Others />
      </div>
      <Bell className="mb-1 rounded-lg p-2.5 text-ink-2 hover:bg-hover hover:text-ink data-popup-open:bg-hover" />
      <Tooltip text={words.shell.commandBar}>
        <button
          type="button"
          onClick={onShowCommands}
          aria-label={words.shell.commandBar}
          aria-keyshortcuts="Control+K Meta+K"
          className="mb-1 rounded-lg p-2.5 text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Search size={18} aria-hidden />
        </button>
      </Tooltip>
      <AccountMenu onShowKeys={onShowKeys} />
    </nav>
  )
}

/** The places that do not fit the bar of a phone. */
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
  'relative flex w-full flex-col items-center gap-0.5 rounded-lg px-1 py-2 text-2xs font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink [&.is-here]:text-accent-text sm:[&.is-here]:bg-accent-soft',
)
