import { Link } from '@tanstack/react-router'
import { Problem } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

type Props = { error: Error | null; onLeave: () => void }

/** Explains why the contact was not created, unless a field does so itself; links to the existing contact, if there is one. */
export function Refusal({ error, onLeave }: Props) {
  const { create: words } = useContactsScreenWords()
  const { id: account_id } = useAccount()
  const conflict = error instanceof Problem ? error.conflicting_id : undefined
  if (!error || (!conflict && error instanceof Problem && error.errors.length > 0)) return null
  return (
    <div className="sm:col-span-2">
      <Notice>
        {describeError(error)}{' '}
        {conflict && (
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: conflict }}
            onClick={onLeave}
            className="font-medium underline"
          >
            {words.openExisting}
          </Link>
        )}
      </Notice>
    </div>
  )
}
