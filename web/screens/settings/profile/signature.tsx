import { useState } from 'react'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useProfileWords } from './words.ts'

/** The signature below one's own e-mails in this workspace. */
export function Signature() {
  const { signature: words } = useProfileWords()
  const { data, error } = useRead('get_profile', {})
  return (
    <Panel title={words.title} hint={words.hint}>
      {data ? (
        <Form key={data.signature} signature={data.signature} />
      ) : error ? (
        <Notice>{describeError(error)}</Notice>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Panel>
  )
}

function Form({ signature }: { signature: string | null }) {
  const { signature: words } = useProfileWords()
  const [isOwn, choose] = useState(signature !== null)
  const [text, write] = useState(signature ?? '')
  const save = useAct('update_profile', {
    silent: true,
    invalidates: ['get_profile'],
    onSuccess: () => toast.good(words.saved),
  })
  const { signature: complaint } = fieldErrors(save.error)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ signature: isOwn ? text.trim() : null })
      }}
      className="grid gap-4"
    >
      <div>
        <Segmented
          label={words.title}
          value={isOwn ? 'own' : 'inbox'}
          choices={{ inbox: words.ofInbox, own: words.own }}
          onChange={(choice) => choose(choice === 'own')}
        />
      </div>
      {isOwn && (
        <TextArea
          label={words.text}
          hint={words.textHint}
          rows={4}
          maxLength={2000}
          value={text}
          onChange={({ target }) => write(target.value)}
          error={complaint}
        />
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
