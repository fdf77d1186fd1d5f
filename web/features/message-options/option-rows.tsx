import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus, X } from '#web/ui/icons.ts'
import { blankOption, type Option, type OptionKind } from './option-content.ts'
import { useOptionWords } from './words.ts'

type Props = {
  kind: OptionKind
  options: readonly Option[]
  /** Most options the channel takes. */
  limit: number
  onChange: (options: Option[]) => void
  /** Says at the first option that one is missing. */
  isMissing: boolean
}

/** Edits the options a customer chooses from: buttons or rows of a list. */
export function OptionRows({ kind, options, limit, onChange, isMissing }: Props) {
  const words = useOptionWords()
  const change = (at: number, more: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...more } : option)))
  return (
    <>
      <ol aria-label={words.choices} className="grid gap-2">
        {options.map((option, index) => (
          <li key={index} className="flex items-end gap-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
              <TextField
                label={words.option(index + 1)}
                maxLength={kind === 'buttons' ? 20 : 24}
                autoComplete="off"
                value={option.title}
                onChange={({ target }) => change(index, { title: target.value })}
                error={isMissing && index === 0 && words.optionMissing}
              />
              {kind === 'list' && (
                <TextField
                  label={words.description(index + 1)}
                  maxLength={72}
                  value={option.description}
                  onChange={({ target }) => change(index, { description: target.value })}
                />
              )}
            </div>
            {options.length > 1 && (
              <IconButton
                label={words.remove(index + 1)}
                onClick={() => onChange(options.filter((_, place) => place !== index))}
              >
                <X size={15} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {options.length < limit && (
        <div>
          <Button
            look="outline"
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...options, blankOption])}
          >
            {words.add}
          </Button>
        </div>
      )}
    </>
  )
}
