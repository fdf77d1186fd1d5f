import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { Profile } from '#web/api.ts'
import { useAccount } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PastConversations } from '#web/screens/contacts/conversations/past-conversations.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'

/** What was talked about before, and the way to all that ever happened. */
export function Past({ profile, except }: { profile: Profile; except: string | undefined }) {
  const { conversations: words } = useContactWords()
  const { id: account_id } = useAccount()
  return (
    <>
      <PastConversations
        title={words.title}
        nothing={words.none}
        conversations={profile.conversations.filter(({ id }) => id !== except)}
        folds="panel.past"
      />
      <div className="px-4 pb-3">
        <Link
          to="/app/$account_id/contacts/$contact_id"
          params={{ account_id, contact_id: profile.id }}
          search={{ tab: 'timeline' }}
          className={cx(buttonClass('outline', 'sm'), 'w-full')}
        >
          <History size={14} aria-hidden />
          {words.all}
        </Link>
      </div>
    </>
  )
}
