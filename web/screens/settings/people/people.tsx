import { useState } from 'react'
import { UserPlus } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'
import { matchesMember } from './member-search.ts'
import { usePeopleWords } from './words.ts'

/** Members, invitations and people without access. */
export function People() {
  const words = usePeopleWords()
  const { common } = useWords()
  const { data, error, refetch } = useRead('list_members', {})
  const [text, setText] = useState('')
  const [isInviting, invite] = useState(false)
  const invitation = (
    <Button
      look="primary"
      icon={<UserPlus size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => invite(true)}
    >
      {words.invite}
    </Button>
  )
  return (
    <Section title={words.title} hint={words.hint} actions={invitation}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) => {
          const found = items.filter((member) => matchesMember(member, text))
          return (
            <>
              {items.length > 6 && (
                <div className="mb-4 flex max-w-sm">
                  <SearchField label={words.search} clearLabel={common.clear} value={text} onChange={setText} />
                </div>
              )}
              {found.length === 0 && (
                <EmptyState art={<LooseThread />} title={words.noMatch}>
                  {words.noMatchHint}
                </EmptyState>
              )}
              <MemberList members={found.filter((member) => !member.deactivated_at)} />
              {!text && <Invitations />}
              <MemberList title={words.deactivatedOnes} members={found.filter((member) => member.deactivated_at)} />
            </>
          )
        }}
      </Loaded>
      <InviteDialog open={isInviting} onClose={() => invite(false)} />
    </Section>
  )
}
