import { preference } from './preference.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = preference<Theme>('hilo.theme', themes, () => 'system')

/**
 * Applies the chosen theme. The style sheet follows the system unless the root element names a theme; the cookie lets
 * the server render the right one from the first paint.
 */
export function followTheme() {
  const apply = () => {
    const chosen = theme.get()
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    document.cookie = `hilo.theme=${chosen}; path=/app; max-age=31536000; samesite=lax`
  }
  apply()
  theme.subscribe(apply)
}
