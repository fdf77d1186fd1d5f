export type ChannelDetail = { key: string; text: string; isAddress: boolean }

/** Flattens the nested details of a channel into one line each. */
export function readChannelDetails(attributes: Record<string, unknown>, within = ''): ChannelDetail[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const key = within ? `${within}.${name}` : name
    if (value === null || value === undefined || value === '') return []
    if (Array.isArray(value)) return [toDetail(key, value.map(String).join(', '))]
    if (typeof value === 'object') return readChannelDetails(value as Record<string, unknown>, key)
    return [toDetail(key, String(value))]
  })
}

const toDetail = (key: string, text: string): ChannelDetail => ({
  key,
  text,
  isAddress: /^https?:\/\/\S+$/i.test(text),
})
