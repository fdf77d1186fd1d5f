import { Ellipsis, Link2, MailPlus, MailX, Send } from '#web/ui/icons.ts'
import type { Invitation } from '#contract/records/access.ts'
import { useTime } from '#web/app/format/time.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct, usePages } from '#web/app/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useInvitationWords, usePeopleWords } from './words.ts'

/** Pending and expired invitations. */
export function Invitations() {
  const words = useInvitationWords()
  const list = usePages('list_invitations', {})
  const open = list.items?.filter(({ status }) => status === 'pending' || status === 'expired') ?? []
  if (list.error && !list.items) return <Notice>{describeError(list.error)}</Notice>
  if (open.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{words.title}</h2>
      <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
        {open.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {list.hasNextPage && <LoadMore list={list} />}
    </section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const words = useInvitationWords()
  const people = usePeopleWords()
  const time = useTime()
  const { email, name, role, status, invited_by, created_at, expires_at } = invitation
  const isPending = status === 'pending'
  return (
    <li className="flex gap-3 px-3 py-3 @3xl:items-center sm:px-4">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-hover text-ink-3">
        <MailPlus size={16} aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @3xl:grid-cols-[1.3fr_1fr_1fr]">
        <div className="min-w-0">
          <div className="truncate text-base font-medium">{name ?? email}</div>
          {name && <div className="truncate text-sm text-ink-3">{email}</div>}
        </div>
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{people.roles[role]}</span>
          <Badge tone={isPending ? 'accent' : 'plain'}>{words.statuses[status]}</Badge>
        </div>
        <div className="min-w-0 text-sm text-ink-3">
          <div title={time.full(created_at)}>{words.by(invited_by.name)}</div>
          {isPending && <div>{words.until(time.day(expires_at))}</div>}
        </div>
      </div>
      <Actions invitation={invitation} />
    </li>
  )
}

function Actions({ invitation: { id: invitation_id, email } }: { invitation: Invitation }) {
  const words = useInvitationWords()
  const invalidates = ['list_invitations', 'list_emails'] as const
  const resend = useAct('resend_invitation', {
    invalidates,
    onSuccess: () => toast.good(words.resent(email)),
  })
  const revoke = useAct('revoke_invitation', {
    invalidates,
    onSuccess: () => toast.good(words.revoked(email)),
  })
  const copy = useCopy()
  const link = useAct('get_invitation_link', {
    onSuccess: ({ url }) => (url ? void copy(url) : toast.bad(words.noLink)),
  })
  return (
    <Menu
      trigger={
        <IconButton label={words.acts(email)} busy={resend.isPending || revoke.isPending || link.isPending}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => link.mutate({ invitation_id })}>
        {words.copyLink}
      </MenuItem>
      <MenuItem icon={<Send size={16} aria-hidden />} onSelect={() => resend.mutate({ invitation_id })}>
        {words.resend}
      </MenuItem>
      <MenuItem danger icon={<MailX size={16} aria-hidden />} onSelect={() => revoke.mutate({ invitation_id })}>
        {words.revoke}
      </MenuItem>
    </Menu>
  )
}
