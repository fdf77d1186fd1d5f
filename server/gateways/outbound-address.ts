import ipaddr from 'ipaddr.js'

/** Networks of the house that may be called although they are not public. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]

/** The networks of HILO_OUTBOUND_ALLOW; a single address is a network of one. */
export function readNetworks(written: readonly string[]): Networks {
  return written.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
    if (!ipaddr.isValid(text) || !/[.:]/.test(text))
      throw new Error(`HILO_OUTBOUND_ALLOW must list networks such as 10.0.0.0/8 or 127.0.0.1, not "${text}".`)
    const address = ipaddr.parse(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
}

/** Whether the address belongs to one of the networks. One written as IPv6 that is an IPv4 in truth counts as that. */
function isWithin(address: string, networks: Networks): boolean {
  if (!ipaddr.isValid(address)) return false
  const actual = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === actual.kind() && actual.match(network, bits))
}

/** Whether the address is one of the open internet; whatever has a meaning of its own is not. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const actual = ipaddr.process(address)
  // Of IPv6 only 2000::/3 is given out; an IPv4 can hide in the rest, as in ::7f00:1.
  return actual.range() === 'unicast' && (actual.kind() === 'ipv4' || actual.match(given_out))
}

const given_out = ipaddr.parseCIDR('2000::/3')

/** Whether a connection to this address may be made: to the open internet by https only. */
export function mayReach(protocol: string, address: string, allowed: Networks): boolean {
  return isWithin(address, allowed) || (protocol === 'https:' && isPublic(address))
}

/** Why this address is not called, or undefined where nothing speaks against it. Names are looked up only when it is called. */
export function objection(url: string, allowed: Networks): string | undefined {
  if (!URL.canParse(url)) return 'Write a whole address, such as https://example.com/hook.'
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Only https addresses can be called.'
  if (username || password) return 'Leave name and password out of the address.'
  if (port && !['80', '443'].includes(port) && Number(port) < 1024)
    return 'Only the ports 80, 443 and those from 1024 on can be called.'
  const addresses = known(hostname)
  if (addresses.length > 0 && !addresses.some((address) => mayReach(protocol, address, allowed)))
    return refused(protocol, hostname)
  if (addresses.length === 0 && protocol === 'http:' && allowed.length === 0) return refused(protocol, hostname)
  return undefined
}

/** The address a host is, when it is no name. */
export function literal(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** What a host is without asking anybody: an address, or this machine. */
function known(hostname: string): string[] {
  if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1']
  return [literal(hostname) ?? []].flat()
}

/** The operator, who alone can change it, is told how. */
export function refused(protocol: string, address: string): string {
  const open =
    protocol === 'http:' ? 'Only https is called outside the networks' : `${address} is not public, and not one`
  return `${open} of HILO_OUTBOUND_ALLOW.`
}
