import { Outlet, useLocation } from '@tanstack/react-router'
import { useAccount, useSession } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { isDocument, isFor, sectionAt } from '#web/features/settings/sections.ts'
import { useSettingsWords } from '#web/features/settings/words.ts'

/** The settings: navigation on the left, the open section beside it; on a phone, one of the two. */
export function Settings() {
  const words = useSettingsWords()
  const { role } = useAccount()
  const { user } = useSession()
  const { pathname } = useLocation()
  const section = sectionAt(pathname)
  return (
    <div className="flex h-full">
      <SectionNavigation className={cx(section && 'max-md:hidden')} isAlone={!section} />
      <div className={cx('@container flex min-w-0 flex-1 flex-col', !section && 'max-md:hidden')}>
        {!section || isDocument(pathname) || isFor(section, role, user.super_administrator) ? (
          <Outlet />
        ) : (
          <EmptyState heading="h1" art={<LooseThread />} title={words.notYours}>
            {words.notYoursHint}
          </EmptyState>
        )}
      </div>
    </div>
  )
}
