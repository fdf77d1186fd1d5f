/** Whether a page at this address may show a chat that is kept to these domains. An empty list means any; our own pages always may. */
export function mayEmbed(domains: readonly string[], address: string | undefined, own: string): boolean {
  if (domains.length === 0) return true
  if (!address || !URL.canParse(address)) return false
  const { host, hostname, origin } = new URL(address)
  if (origin === new URL(own).origin) return true
  return domains.some((domain) => {
    const wanted = domain.toLowerCase()
    const found = /:\d+$/.test(wanted) ? host : hostname
    return wanted.startsWith('*.') ? found.endsWith(wanted.slice(1)) : found === wanted
  })
}

/**
 * The same list in the words of `frame-ancestors`. There a source of http also means https, and a source without a
 * port means the usual one only, so every port is named where the list names none.
 */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  const sources = domains.map((domain) => `http://${domain.toLowerCase()}${/:\d+$/.test(domain) ? '' : ':*'}`)
  return ["'self'", ...sources].join(' ')
}
