import { useId, useState, type ReactNode } from 'react'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Check } from '#web/ui/icons.ts'
import { TextField } from '#web/ui/field.tsx'
import { colors, inkOn, isColor } from './colors.ts'
import { useColorWords } from './words.ts'

type Props = { label: string; value: string; onChange: (color: string) => void; error?: ReactNode }

/** Chooses a colour from a palette, with a colour picker or by its code. */
export function ColorField({ label, value, onChange, error }: Props) {
  const words = useColorWords()
  const id = useId()
  const [text, setText] = useState(value)
  const choose = (color: string) => {
    setText(color)
    onChange(color)
  }
  const write = (next: string) => {
    setText(next)
    if (isColor(next.trim())) onChange(next.trim().toLowerCase())
  }
  return (
    <div className="min-w-0">
      <div id={id} className="mb-2 text-sm font-medium">
        {label}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value.toLowerCase()}
        onValueChange={(next) => choose(next as string)}
        className="flex flex-wrap gap-2"
      >
        {colors.map((color) => (
          <Radio.Root
            key={color}
            value={color}
            aria-label={words.names[color]}
            title={words.names[color]}
            style={{ background: color, color: inkOn(color) }}
            className="grid size-7 place-items-center rounded-full data-checked:ring-2 data-checked:ring-ink
              data-checked:ring-offset-2 data-checked:ring-offset-raised pointer-coarse:size-10"
          >
            <Radio.Indicator>
              <Check size={15} strokeWidth={3} aria-hidden />
            </Radio.Indicator>
          </Radio.Root>
        ))}
      </RadioGroup>
      <div className="mt-3 flex items-start gap-3">
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          {words.other}
          <input
            type="color"
            value={isColor(value) ? value : '#5f6672'}
            onChange={(event) => choose(event.target.value)}
            className="h-9 w-14 cursor-pointer rounded-lg bg-surface p-1 ring-1 ring-edge ring-inset pointer-coarse:h-11"
          />
        </label>
        <div className="w-36">
          <TextField
            label={words.code}
            hint={words.codeHint}
            error={error}
            value={text}
            maxLength={7}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => write(event.target.value)}
          />
        </div>
      </div>
    </div>
  )
}
