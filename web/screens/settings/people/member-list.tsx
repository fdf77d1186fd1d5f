import type { ReactNode } from 'react'
import { ShieldCheck } from '#web/ui/icons.ts'
import type { Member } from '#contract/records/people.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useSession } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { MemberActions } from './member-actions.tsx'
import { usePeopleWords } from './words.ts'

/** The member list; details wrap below on narrow screens. */
export function MemberList({ title, members }: { title?: string; members: Member[] }) {
  const words = usePeopleWords()
  if (members.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{title ?? words.active(members.length)}</h2>
      <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
        {members.map((member) => (
          <Row key={member.id} member={member} />
        ))}
      </ul>
    </section>
  )
}

function Row({ member }: { member: Member }) {
  const words = usePeopleWords()
  const { user } = useSession()
  return (
    <li className="flex gap-3 px-3 py-3 @3xl:items-center sm:px-4">
      <Avatar name={member.name} />
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @3xl:grid-cols-[1.3fr_1fr_1fr]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 text-base font-medium">
            <span className="min-w-0 truncate">{member.name}</span>
            {member.id === user.id && <Badge tone="accent">{words.you}</Badge>}
            {member.two_factor && <SecondFactor label={words.twoFactor} />}
          </div>
          <div className="truncate text-sm text-ink-3">{member.email}</div>
        </div>
        <Lines
          first={
            <>
              <span className="font-medium text-ink">{words.roles[member.role]}</span> ·{' '}
              {words.visibilities[member.visibility]}
            </>
          }
          second={member.teams.map(({ name }) => name).join(', ') || words.noTeams}
        />
        <Presence member={member} />
      </div>
      <MemberActions member={member} isMe={member.id === user.id} />
    </li>
  )
}

function Presence({ member }: { member: Member }) {
  const words = usePeopleWords()
  const time = useTime()
  const format = useNumbers()
  const { deactivated_at, last_seen_at, open_conversations } = member
  const lastActive = last_seen_at && words.seen(time.ago(last_seen_at))
  return (
    <Lines
      first={words.open(open_conversations, format(open_conversations))}
      second={deactivated_at ? words.deactivatedSince(time.day(deactivated_at)) : lastActive}
    />
  )
}

/** Two lines on wide screens, one on narrow ones. */
const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div className="min-w-0 text-sm wrap-anywhere text-ink-3">
    <span className="@3xl:block">{first}</span>
    {second && (
      <>
        <span className="@3xl:hidden"> · </span>
        <span className="@3xl:block">{second}</span>
      </>
    )}
  </div>
)

const SecondFactor = ({ label }: { label: string }) => (
  <Tooltip text={label}>
    <span role="img" aria-label={label} tabIndex={0} className="rounded text-good-text">
      <ShieldCheck size={15} aria-hidden />
    </span>
  </Tooltip>
)
