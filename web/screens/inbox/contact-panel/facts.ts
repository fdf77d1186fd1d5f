export type Fact = { key: string; text: string; isAddress: boolean }

/** What a channel or a program kept with a conversation, one line each, however it is nested. */
export function readFacts(kept: Record<string, unknown>, within = ''): Fact[] {
  return Object.entries(kept).flatMap(([name, value]) => {
    const key = within ? `${within}.${name}` : name
    if (value === null || value === undefined || value === '') return []
    if (Array.isArray(value)) return [asFact(key, value.map(String).join(', '))]
    if (typeof value === 'object') return readFacts(value as Record<string, unknown>, key)
    return [asFact(key, String(value))]
  })
}

const asFact = (key: string, text: string): Fact => ({ key, text, isAddress: /^https?:\/\/\S+$/i.test(text) })
