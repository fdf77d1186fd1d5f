import type { Language } from '#widget/language.ts'

export type Config = { color: string; position: 'left' | 'right'; greeting_title: string; locale: Language | 'auto' }

const plain: Config = { color: '#4349bb', position: 'right', greeting_title: '', locale: 'auto' }

/** How the chat looks on this site. Nothing when it may not stand here. */
export async function readConfig(origin: string, inbox: string): Promise<Config | undefined> {
  try {
    const answer = await fetch(`${origin}/api/v1/widget/config?inbox=${encodeURIComponent(inbox)}`, {
      credentials: 'omit',
    })
    if (answer.ok) return (await answer.json()) as Config
    if (answer.status < 500 && answer.status !== 429) return undefined
  } catch {
    // The network, or a page that lets scripts fetch from nowhere but itself: the bubble needs no more than this.
  }
  return plain
}
