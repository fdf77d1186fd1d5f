import { Monitor, Moon, Sun } from '#web/ui/icons.ts'
import { language, languages, useWords, type Language } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { theme, themes } from '#web/ui/theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Language and theme; signed-out pages have no account menu. */
export function PreferencesBar() {
  const { shell } = useWords()
  const current = theme.use()
  const Icon = icons[current]
  const names = { system: shell.themeSystem, light: shell.themeLight, dark: shell.themeDark }
  const next = themes[(themes.indexOf(current) + 1) % themes.length]!
  const other: Language = language.use() === 'es' ? 'en' : 'es'

  return (
    <header className="flex justify-end gap-1 p-3">
      <Button lang={other} onClick={() => language.set(other)}>
        {languages[other]}
      </Button>
      <IconButton label={`${shell.theme}: ${names[current]}`} onClick={() => theme.set(next)}>
        <Icon size={16} aria-hidden />
      </IconButton>
    </header>
  )
}
