import { useEffect, useState } from 'react'
import { Copy } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAgendaWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

/** The private calendar feed of the agenda. */
export function FeedDialog({ open, onClose }: Props) {
  const { feed: words } = useAgendaWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <Feed onClose={onClose} />
    </Dialog>
  )
}

function Feed({ onClose }: { onClose: () => void }) {
  const { common } = useWords()
  const { feed: words } = useAgendaWords()
  const [isConfirming, setConfirming] = useState(false)
  const copy = useCopy()
  const { mutate: get, ...feed } = useAct('get_calendar_feed', { silent: true })
  const reset = useAct('reset_calendar_feed', {
    onSuccess: () => {
      setConfirming(false)
      toast.good(words.done)
    },
  })
  useEffect(() => get({}), [get])
  const url = reset.data?.url ?? feed.data?.url ?? ''
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {feed.error && <Notice>{describeError(feed.error)}</Notice>}
          <TextField
            readOnly
            label={words.address}
            hint={words.secret}
            value={url || common.loading}
            onFocus={(event) => event.target.select()}
            aside={
              <IconButton size="sm" label={common.copy} disabled={!url} onClick={() => void copy(url)}>
                <Copy size={15} aria-hidden />
              </IconButton>
            }
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setConfirming(true)} className="mr-auto">
          {words.reset}
        </Button>
        <Button look="primary" onClick={onClose}>
          {common.done}
        </Button>
      </DialogFooter>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={words.resetTitle}
        confirm={words.reset}
        busy={reset.isPending}
        onConfirm={() => reset.mutate({})}
      >
        {words.resetHint}
      </Confirm>
    </>
  )
}
