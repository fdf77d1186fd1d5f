import { Link } from '@tanstack/react-router'
import { History } from '#web/ui/icons.ts'
import type { Profile } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PastConversations } from '#web/features/contacts/past-conversations.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'

/** The contact's other conversations, with a link to the full history. */
export function OtherConversations({ profile, except }: { profile: Profile; except: string | undefined }) {
  const { conversations: words } = useContactWords()
  const { id: account_id } = useAccount()
  return (
    <>
      <PastConversations
        title={words.past}
        nothing={words.first}
        conversations={profile.conversations.filter(({ id }) => id !== except)}
        storageKey="panel.past"
      />
      <div className="px-4 pb-3">
        <Link
          to="/app/$account_id/contacts/$contact_id"
          params={{ account_id, contact_id: profile.id }}
          search={{ tab: 'timeline' }}
          className={cx(buttonClass('outline', 'sm'), 'w-full')}
        >
          <History size={14} aria-hidden />
          {words.history}
        </Link>
      </div>
    </>
  )
}
