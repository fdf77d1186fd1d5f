import { Link } from '@tanstack/react-router'
import { Problem } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = { error: Error | null; onLeave: () => void }

/** Why the contact was not created, unless a field says so itself; with the way to the contact that is in the way. */
export function Refusal({ error, onLeave }: Props) {
  const { contacts: words } = useWords()
  const { id: account_id } = useAccount()
  const conflict = error instanceof Problem ? error.conflicting_id : undefined
  if (!error || (!conflict && error instanceof Problem && error.errors.length > 0)) return null
  return (
    <div className="sm:col-span-2">
      <Notice>
        {explain(error)}{' '}
        {conflict && (
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: conflict }}
            onClick={onLeave}
            className="font-medium underline"
          >
            {words.create.openExisting}
          </Link>
        )}
      </Notice>
    </div>
  )
}
