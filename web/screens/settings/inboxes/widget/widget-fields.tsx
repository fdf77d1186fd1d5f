import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { ColorField } from '#web/ui/color-field/color-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { WidgetDraft } from './widget-draft.ts'

type Props = {
  draft: WidgetDraft
  onChange: (next: Partial<WidgetDraft>) => void
  errors: Record<string, string>
}

export function WidgetFields({ draft, onChange, errors }: Props) {
  const { widget: words } = useInboxWords()
  const isRefused = (field: string) => Object.keys(errors).some((name) => name.startsWith(`settings/${field}`))
  return (
    <>
      <Panel title={words.look}>
        <div className="grid gap-4">
          <ColorField
            label={words.color}
            value={draft.color}
            onChange={(color) => onChange({ color })}
            error={errors['settings/color']}
          />
          <div className="grid gap-4 @xl:grid-cols-2">
            <SelectField
              label={words.position}
              value={draft.position}
              choices={words.positions}
              onChange={(position) => onChange({ position })}
            />
            <SelectField
              label={words.locale}
              value={draft.locale}
              choices={words.locales}
              onChange={(locale) => onChange({ locale })}
            />
          </div>
        </div>
      </Panel>
      <Panel title={words.texts} hint={words.emptyMeans}>
        <div className="grid gap-4">
          <TextField
            label={words.greetingTitle}
            autoComplete="off"
            maxLength={255}
            value={draft.greeting_title}
            onChange={(event) => onChange({ greeting_title: event.target.value })}
            error={errors['settings/greeting_title']}
          />
          <TextArea
            label={words.greetingMessage}
            rows={3}
            maxLength={1000}
            value={draft.greeting_message}
            onChange={(event) => onChange({ greeting_message: event.target.value })}
            error={errors['settings/greeting_message']}
          />
        </div>
      </Panel>
      <Panel title={words.before}>
        <div className="grid gap-4">
          <Switch
            label={words.preChat}
            hint={words.preChatHint}
            checked={draft.pre_chat}
            onChange={(pre_chat) => onChange({ pre_chat })}
          />
          <TextArea
            label={words.sites}
            hint={words.sitesHint}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            value={draft.sites}
            onChange={(event) => onChange({ sites: event.target.value })}
            error={isRefused('allowed_domains') ? words.sitesInvalid : undefined}
          />
        </div>
      </Panel>
    </>
  )
}
