import ipaddr from 'ipaddr.js'

/**
 * The address that limits count. A subscriber has a whole IPv6 network of 64 bits and could send each request from
 * another address, so the network is counted. IPv4 written as IPv6 is the IPv4 address; a port added by a proxy is ignored.
 */
export function countedAddress(ip: string): string {
  if (!ip.includes(':')) return ip.slice(0, MAX_LENGTH)
  const text = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!ipaddr.isValid(text)) return text.slice(0, MAX_LENGTH)
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

const MAX_LENGTH = 64
