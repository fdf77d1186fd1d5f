import ipaddr from 'ipaddr.js'

/** Private networks that may be called, by configuration. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]

/** Parses HILO_OUTBOUND_ALLOW; a single address is a network of one. */
export function readNetworks(written: readonly string[]): Networks {
  return written.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
    if (!ipaddr.isValid(text) || !/[.:]/.test(text))
      throw new Error(`HILO_OUTBOUND_ALLOW must list networks such as 10.0.0.0/8 or 127.0.0.1, not "${text}".`)
    const address = ipaddr.parse(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
}

/** Whether the address belongs to one of the networks. An IPv4-mapped IPv6 address counts as IPv4. */
function isWithin(address: string, networks: Networks): boolean {
  if (!ipaddr.isValid(address)) return false
  const actual = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === actual.kind() && actual.match(network, bits))
}

/** Whether the address is public; reserved and special ranges are not. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const actual = ipaddr.process(address)
  if (host_services.has(actual.toString())) return false
  // Only 2000::/3 of IPv6 is public; other ranges can embed an IPv4 address, as in ::7f00:1.
  return actual.range() === 'unicast' && (actual.kind() === 'ipv4' || actual.match(given_out))
}

/** Public by its number, but answered by the machine's own cloud: the agent service of Azure, which gives out secrets. */
const host_services = new Set(['168.63.129.16'])

const given_out = ipaddr.parseCIDR('2000::/3')

/** Whether a connection to this address is allowed: to public addresses by https only. */
export function mayReach(protocol: string, address: string, allowed: Networks): boolean {
  return isWithin(address, allowed) || (protocol === 'https:' && isPublic(address))
}

/** The reason this address will not be called, if any. Names are resolved only when it is called. */
export function findObjection(url: string, allowed: Networks): string | undefined {
  if (!URL.canParse(url)) return 'Write a whole address, such as https://example.com/hook.'
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Only https addresses can be called.'
  if (username || password) return 'Leave name and password out of the address.'
  if (port && !mayUsePort(Number(port)))
    return 'Only the ports 80, 443 and those from 1024 on can be called, except those of databases and other services.'
  const addresses = addressesOf(hostname)
  if (addresses.length > 0 && !addresses.some((address) => mayReach(protocol, address, allowed)))
    return describeRefusal(protocol, hostname)
  if (isMetadataName(hostname)) return describeRefusal(protocol, hostname)
  if (addresses.length === 0 && allowed.length === 0 && (protocol === 'http:' || isLocalName(hostname)))
    return describeRefusal(protocol, hostname)
  return undefined
}

/**
 * Webhooks use many ports, so only those of well-known services are refused: databases, caches, queues, remote control
 * and containers. Some of them carry out commands that are hidden in an HTTP request.
 */
export function mayUsePort(port: number): boolean {
  return [80, 443].includes(port) || (port >= 1024 && !service_ports.has(port))
}

const service_ports = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379, 6380, 6443,
  6667, 6697, 9042, 9092, 9200, 9300, 10250, 11211, 26379, 27017, 27018, 27019,
])

/** Names under which clouds give their machines secrets. Their addresses are refused too, if a name gets that far. */
function isMetadataName(hostname: string): boolean {
  return /^(metadata|instance-data)(\.google\.internal|\.ec2\.internal|\.internal)?\.?$/i.test(hostname)
}

/** Names that no public name server gives out: single words, and the endings reserved for private networks. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  return !name.includes('.') || /\.(internal|local|lan|intranet|corp|home|home\.arpa|private|test|invalid)$/.test(name)
}

/** The address, if the host is an address and not a name. */
export function literal(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** The address of a host that needs no lookup: a literal address, or localhost. */
function addressesOf(hostname: string): string[] {
  if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1']
  return [literal(hostname) ?? []].flat()
}

/** Tells the caller to give another address, and the operator how to allow this one. */
export function describeRefusal(protocol: string, address: string): string {
  const reason = protocol === 'http:' ? 'Only https addresses are called' : `${address} is not public`
  return `${reason}; give a public https address, or let the operator allow its network with HILO_OUTBOUND_ALLOW.`
}
