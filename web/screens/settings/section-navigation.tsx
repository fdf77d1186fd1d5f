import { Link } from '@tanstack/react-router'
import { ChevronRight } from '#web/ui/icons.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { isFor, sections } from '#web/features/settings/sections.ts'
import { useSettingsWords } from '#web/features/settings/words.ts'

type Props = { className: string; /** No section is open beside it. */ isAlone: boolean }

export function SectionNavigation({ className, isAlone }: Props) {
  const words = useSettingsWords()
  const { id: account_id, role } = useAccount()
  const { user } = useSession()
  const Heading = isAlone ? 'h1' : 'div'
  const mine = sections.filter((section) => isFor(section, role, user.super_administrator))
  return (
    <nav
      aria-label={words.navigation}
      className={cx(
        'w-full shrink-0 overflow-y-auto px-3 pb-6 md:w-60 md:border-r md:border-line md:bg-sunken',
        className,
      )}
    >
      {isAlone && <Title text={words.title} />}
      <Heading className="flex h-14 items-center px-2 text-lg font-semibold">{words.title}</Heading>
      {(Object.keys(words.groups) as (keyof typeof words.groups)[]).map((group) => {
        const own = mine.filter((section) => section.group === group)
        if (own.length === 0) return null
        return (
          <div key={group} className="mb-4">
            <div id={`group-${group}`} className="px-2 pb-1 text-xs font-medium text-ink-3">
              {words.groups[group]}
            </div>
            <ul aria-labelledby={`group-${group}`} className="space-y-0.5">
              {own.map(({ to, path, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} params={{ account_id }} className={linkClass} activeProps={{ className: 'is-here' }}>
                    <Icon size={17} strokeWidth={1.9} aria-hidden className="shrink-0" />
                    <span className="min-w-0 flex-1 truncate">{words.sections[path]}</span>
                    <ChevronRight size={16} aria-hidden className="text-ink-3 md:hidden" />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

/** Sets the tab title only while no section does. */
function Title({ text }: { text: string }) {
  useTitle(text)
  return null
}

const linkClass = cx(
  'flex min-h-9 items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink max-md:min-h-12 max-md:text-base',
  'md:[&.is-here]:bg-accent-soft md:[&.is-here]:text-accent-text',
)
