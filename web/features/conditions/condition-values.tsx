import { useId, type KeyboardEvent } from 'react'
import { ChevronDown, X } from '#web/ui/icons.ts'
import type { Condition, Operator } from '#contract/filters.ts'
import { useLabels } from '#web/features/labels/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { MultiPicker } from '#web/ui/picker.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ConditionField } from './condition-fields.tsx'
import { useConditionWords } from './words.ts'

type Values = Condition['values']
type Props = { field: ConditionField; operator: Operator; values: Values; onChange: (values: Values) => void }

/** The values of a condition: picked where the field has choices, else typed. */
export function ConditionValues({ field, operator, values, onChange }: Props) {
  const words = useConditionWords()
  if (field.kind === 'boolean')
    return (
      <Select
        label={words.value}
        value={String(values[0] ?? true) as 'true' | 'false'}
        choices={{ true: words.yes, false: words.no }}
        onChange={(next) => onChange([next === 'true'])}
      />
    )
  if (field.kind === 'choice') return <ChoiceValue {...{ field, values, onChange }} />
  if (operator === 'days_before') return <TextValue type="number" values={values} onChange={onChange} />
  const type = ({ moment: 'date', number: 'number' } as const)[field.kind as 'moment' | 'number']
  return <TextValue type={type ?? 'text'} isTitles={field.kind === 'titles'} values={values} onChange={onChange} />
}

function ChoiceValue({ field, values, onChange }: Omit<Props, 'operator'>) {
  const words = useConditionWords()
  const offered = field.choices ?? []
  const ids = values.map(String)
  // A deleted option is shown by its id and can be removed.
  const choices = [...offered, ...ids.filter((id) => !offered.some((each) => each.id === id)).map(asChoice)]
  const names = choices.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const text = names.join(', ') || words.choose
  return (
    <MultiPicker
      label={words.find}
      nothing={words.nothing}
      value={ids}
      choices={choices}
      onChange={onChange}
      trigger={
        <Button
          look="outline"
          aria-label={`${words.value}: ${text}`}
          className={cx('max-w-72 min-w-0 font-normal', names.length === 0 && 'text-ink-3!')}
        >
          <span className="truncate">{text}</span>
          <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
        </Button>
      }
    />
  )
}

const asChoice = (id: string) => ({ id, name: id })

type TextProps = Pick<Props, 'values' | 'onChange'> & { type: 'text' | 'number' | 'date'; isTitles?: boolean }

/** The last value is the input; earlier ones are chips, and Enter starts another. */
function TextValue({ values, onChange, type, isTitles = false }: TextProps) {
  const words = useConditionWords()
  const list = useId()
  const { labels } = useLabels()
  const before = values.slice(0, -1)
  const text = String(values.at(-1) ?? '')
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (text && type === 'text') onChange([...before, text, ''])
    }
    if (event.key === 'Backspace' && text === '' && before.length > 0) onChange(before)
  }
  return (
    <>
      {before.map((value, index) => (
        <span key={index} className={chipClass}>
          <span className="truncate">{String(value)}</span>
          <button
            type="button"
            aria-label={words.removeValue(String(value))}
            onClick={() => onChange(values.toSpliced(index, 1))}
            className="-mr-1 grid size-6 place-items-center rounded-full text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        type={type}
        aria-label={words.value}
        placeholder={words.value}
        title={type === 'text' ? words.another : undefined}
        value={text}
        onChange={(event) => onChange([...before, event.target.value])}
        onKeyDown={keys}
        autoComplete="off"
        {...(isTitles && { list })}
        {...(type === 'number' && { min: 0, step: 'any' })}
        className={cx(inputClass, 'h-8 w-auto! min-w-32 flex-1 text-sm pointer-coarse:h-10')}
      />
      {isTitles && (
        <datalist id={list}>
          {labels.map(({ title }) => (
            <option key={title} value={title} />
          ))}
        </datalist>
      )}
    </>
  )
}

const chipClass = cx(
  'inline-flex h-7 max-w-48 items-center gap-1 rounded-full bg-surface px-2.5 text-sm ring-1 ring-line ring-inset',
)
