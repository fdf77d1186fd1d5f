import { reject } from '#kernel/problem.ts'

/** Whether a page may show a chat or form restricted to these domains. An empty list allows any; our own pages always may. */
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
 * The same list for `frame-ancestors`. There an http source also matches https, and a source without a port matches
 * the default port only, so domains without a port get `:*`.
 */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  const sources = domains.map((domain) => `http://${domain.toLowerCase()}${/:\d+$/.test(domain) ? '' : ':*'}`)
  return ["'self'", ...sources].join(' ')
}

export function rejectSite(): never {
  return reject(
    'permission_denied',
    'This site may not show the chat; add its domain to the allowed domains of the inbox.',
  )
}
