import { useState, type ComponentProps } from 'react'
import { Eye, EyeOff } from './icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { TextField } from './field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type'>

/** A password input that can be revealed, so that no second field is needed. */
export function PasswordField(props: Props) {
  const { common } = useWords()
  const [isShown, show] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <button
          type="button"
          aria-label={isShown ? common.hidePassword : common.showPassword}
          onClick={() => show(!isShown)}
          className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink
            pointer-coarse:size-9"
        >
          <Icon size={16} aria-hidden />
        </button>
      }
    />
  )
}
