import { fieldErrors, useWords } from '#web/app/i18n.ts'
import { queryClient, useAct } from '#web/app/query.ts'
import { sessionQuery, useSession } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { toast } from '#web/ui/toast.tsx'
import { useProfileWords } from './words.ts'

export function You() {
  const { common } = useWords()
  const words = useProfileWords()
  const { user } = useSession()
  const save = useAct('update_profile', {
    silent: true,
    invalidates: ['list_members', 'get_profile'],
    onSuccess: () => {
      toast.good(words.saved)
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const { name: complaint } = fieldErrors(save.error)

  return (
    <Panel title={words.you}>
      <form
        noValidate
        onSubmit={handleSubmit(({ name = '' }) => save.mutate({ name: name.trim() }))}
        className="grid gap-4 @xl:grid-cols-2"
      >
        <TextField
          label={words.name}
          hint={words.nameHint}
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          error={complaint}
        />
        <TextField label={words.email} hint={words.emailHint} type="email" value={user.email} readOnly />
        <div className="flex justify-end @xl:col-span-2">
          <Button look="primary" type="submit" busy={save.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
