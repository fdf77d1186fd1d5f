import { preference } from './preference.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = preference<Theme>('hilo.theme', themes, () => 'system')

/** The style sheet follows the system unless the root element names a theme. */
export function followTheme() {
  const apply = () => {
    const chosen = theme.get()
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
  }
  apply()
  theme.subscribe(apply)
}
