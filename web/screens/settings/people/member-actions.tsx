import { useState } from 'react'
import { Ellipsis, Pencil, ShieldOff, UserCheck, UserX } from '#web/ui/icons.ts'
import type { Member } from '#contract/records/people.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { EditMember } from './edit-member.tsx'
import { usePeopleWords } from './words.ts'

/** The actions on a member. People cannot remove their own access. */
export function MemberActions({ member, isMe }: { member: Member; isMe: boolean }) {
  const words = usePeopleWords()
  const [window, open] = useState<'edit' | 'reset' | 'deactivate'>()
  const close = () => open(undefined)
  if (member.deactivated_at) return <Reactivate member={member} />
  return (
    <>
      <Menu
        trigger={
          <IconButton label={words.acts(member.name)}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
          {words.edit}
        </MenuItem>
        {member.two_factor && !isMe && (
          <MenuItem icon={<ShieldOff size={16} aria-hidden />} onSelect={() => open('reset')}>
            {words.resetTwoFactor}
          </MenuItem>
        )}
        {!isMe && (
          <>
            <MenuLine />
            <MenuItem danger icon={<UserX size={16} aria-hidden />} onSelect={() => open('deactivate')}>
              {words.deactivate}
            </MenuItem>
          </>
        )}
      </Menu>
      <EditMember open={window === 'edit'} onClose={close} member={member} />
      <ResetTwoFactor open={window === 'reset'} onClose={close} member={member} />
      <DeactivateDialog open={window === 'deactivate'} onClose={close} member={member} />
    </>
  )
}

function Reactivate({ member }: { member: Member }) {
  const words = usePeopleWords()
  const reactivate = useAct('reactivate_member', {
    invalidates: ['list_members', 'list_agents'],
    onSuccess: () => toast.good(words.reactivated(member.name)),
  })
  return (
    <Button
      look="outline"
      icon={<UserCheck size={15} aria-hidden />}
      busy={reactivate.isPending}
      aria-label={`${words.reactivate}: ${member.name}`}
      onClick={() => reactivate.mutate({ member_id: member.id })}
    >
      <span className="max-sm:sr-only">{words.reactivate}</span>
    </Button>
  )
}

type Props = { open: boolean; onClose: () => void; member: Member }

function ResetTwoFactor({ open, onClose, member }: Props) {
  const words = usePeopleWords()
  const reset = useAct('reset_two_factor', {
    silent: true,
    invalidates: ['list_members', 'list_emails'],
    onError: (error) => toast.bad(describeError(error, 'second_factor')),
    onSuccess: () => {
      onClose()
      toast.good(words.resetDone(member.name))
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.resetTitle(member.name)}
      confirm={words.resetTwoFactor}
      busy={reset.isPending}
      onConfirm={() => reset.mutate({ member_id: member.id })}
    >
      {words.resetWarning}
    </Confirm>
  )
}
