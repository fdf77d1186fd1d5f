import type { Locale } from '#widget/language.ts'
import type { Look } from '#widget/protocol.ts'

export type Config = {
  color: string
  position: 'left' | 'right'
  greeting_title: string
  locale: Locale
  /** Text of a wide bubble. */
  title?: string | undefined
  /** Whether the site shows no bubble and opens the chat itself. */
  isHidden?: boolean | undefined
  scheme?: Look['scheme'] | undefined
  frame_id?: string | undefined
}

const defaults: Config = { color: '#4349bb', position: 'right', greeting_title: '', locale: 'auto' }

/** The chat's appearance on this site, or undefined when the site may not show it. */
export async function readConfig(origin: string, inbox: string): Promise<Config | undefined> {
  try {
    const response = await fetch(`${origin}/api/v1/widget/config?inbox=${encodeURIComponent(inbox)}`, {
      credentials: 'omit',
    })
    if (response.ok) return (await response.json()) as Config
    if (response.status < 500 && response.status !== 429) return undefined
  } catch {
    // The network failed, or the page's policy blocks requests: the bubble can do with the defaults.
  }
  return defaults
}
