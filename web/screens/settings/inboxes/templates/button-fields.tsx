import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus, X } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select.tsx'
import type { TemplateButton } from './template-draft.ts'

const MAX_BUTTONS = 10

type Props = { buttons: readonly TemplateButton[]; isRefused: boolean; onChange: (buttons: TemplateButton[]) => void }

/** The buttons of a template: quick replies, links and phone numbers. */
export function ButtonFields({ buttons, isRefused, onChange }: Props) {
  const { templates: words } = useInboxWords()
  const change = (at: number, more: Partial<TemplateButton>) =>
    onChange(buttons.map((button, index) => (index === at ? { ...button, ...more } : button)))
  const missing = (text: string) => isRefused && text.trim() === '' && words.buttonMissing
  return (
    <div className="grid grid-cols-1 gap-3">
      {buttons.map(({ kind, text, value }, index) => (
        <div key={index} className="flex items-end gap-2 rounded-xl p-3 ring-1 ring-line ring-inset">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
            <SelectField
              label={words.buttonKind(index + 1)}
              value={kind}
              choices={words.buttonKinds}
              onChange={(chosen) => change(index, { kind: chosen })}
            />
            <TextField
              label={words.buttonText}
              maxLength={25}
              value={text}
              onChange={({ target }) => change(index, { text: target.value })}
              error={missing(text)}
            />
            {kind !== 'QUICK_REPLY' && (
              <TextField
                label={words.buttonValues[kind]}
                maxLength={2000}
                value={value}
                onChange={({ target }) => change(index, { value: target.value })}
                error={missing(value)}
              />
            )}
          </div>
          <IconButton
            label={words.removeButton(index + 1)}
            onClick={() => onChange(buttons.filter((_, at) => at !== index))}
          >
            <X size={15} aria-hidden />
          </IconButton>
        </div>
      ))}
      {buttons.length < MAX_BUTTONS && (
        <div>
          <Button
            look="outline"
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...buttons, { kind: 'QUICK_REPLY', text: '', value: '' }])}
          >
            {words.addButton}
          </Button>
        </div>
      )}
    </div>
  )
}
