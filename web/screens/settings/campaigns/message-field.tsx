import { useRef } from 'react'
import { Braces } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import type { FieldsProps } from './edit-campaign.tsx'
import { Preview } from './preview.tsx'
import { insertVariable } from './variables.ts'

/** What is sent, and how it will read. */
export function MessageField({ draft: { content }, onChange, errors }: FieldsProps) {
  const { campaigns: words } = useSettingsWords()
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (path: string) => {
    const { content: next, cursor } = insertVariable(content, path, area.current?.selectionStart ?? content.length)
    onChange({ content: next })
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(cursor, cursor)
    })
  }
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <div className="min-w-0">
        <TextArea
          ref={area}
          label={words.fields.content}
          rows={6}
          value={content}
          onChange={(event) => onChange({ content: event.target.value })}
          error={errors['content']}
        />
        <div className="mt-2">
          <Menu
            align="start"
            trigger={
              <Button look="outline" size="sm" icon={<Braces size={14} aria-hidden />}>
                {words.fields.insert}
              </Button>
            }
          >
            {Object.entries(words.variables).map(([path, [label]]) => (
              <MenuItem key={path} onSelect={() => insert(path)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
      <div className="min-w-0">
        <div className="mb-1.5 text-sm font-medium">{words.fields.preview}</div>
        {content.trim() ? (
          <Preview content={content} />
        ) : (
          <p className="rounded-xl px-3 py-6 text-center text-sm text-ink-3 ring-1 ring-line ring-inset">
            {words.fields.previewEmpty}
          </p>
        )}
      </div>
    </div>
  )
}
