import { useEffect } from 'react'
import type { Invitation } from '#contract/records/access.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Copy } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useInvitationWords } from './words.ts'

type Props = { invitation: Invitation; onClose: () => void }

/** Waits until the invitation is mailed; without a mail server, shows its link to copy. */
export function InvitationLink({ invitation: { id: invitation_id, email }, onClose }: Props) {
  const { common } = useWords()
  const words = useInvitationWords()
  const copy = useCopy()
  const { data, error } = useRead(
    'get_invitation_link',
    { invitation_id },
    { refetchInterval: ({ state }) => (state.data && state.data.mail !== 'queued' ? false : 500) },
  )
  const isMailed = data?.mail === 'sent' && data.url === null
  useEffect(() => {
    if (!isMailed) return
    toast.good(words.sent(email))
    onClose()
  }, [isMailed, words, email, onClose])
  const url = data?.url
  return (
    <>
      <DialogBody>
        {error && <Notice>{describeError(error)}</Notice>}
        {!url && !error && (
          <p role="status" className="text-base text-ink-2">
            {words.preparing}
          </p>
        )}
        {url && (
          <div className="grid gap-4">
            <Notice tone="plain">{words.linkHint(email)}</Notice>
            <TextField label={words.link} readOnly value={url} onFocus={(event) => event.target.select()} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.close}
        </Button>
        {url && (
          <Button look="primary" icon={<Copy size={15} aria-hidden />} onClick={() => void copy(url)}>
            {words.copyLink}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}
