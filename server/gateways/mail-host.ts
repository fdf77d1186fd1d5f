import { lookup } from 'node:dns/promises'
import { mayReach, mayUsePort, readNetworks, describeRefusal } from '#gateways/outbound-address.ts'

const mail_ports = new Set([25, 143, 465, 587, 993])

/**
 * Looks up mail servers given by users. The answer is the address to connect to, so that a name cannot point to a private
 * network after it was checked. `fail` makes the error of a server that may not be reached, or has no address.
 */
export function openMailHosts(
  { outbound_allow }: { outbound_allow: readonly string[] },
  fail: (kind: 'rejected' | 'unreachable', message: string) => Error,
) {
  const allowed = readNetworks(outbound_allow)
  return async (host: string, port: number): Promise<{ address: string; mayBePlain: boolean }> => {
    if (!mail_ports.has(port) && !mayUsePort(port)) throw fail('rejected', `Port ${port} is not one of a mail server.`)
    const found = await lookup(host, { all: true }).catch(() => [])
    if (found.length === 0) throw fail('unreachable', `There is no server ${host}.`)
    const own = found.find(({ address }) => mayReach('http:', address, allowed))
    if (own) return { address: own.address, mayBePlain: true }
    const open = found.find(({ address }) => mayReach('https:', address, allowed))
    if (!open) throw fail('rejected', describeRefusal('https:', host))
    return { address: open.address, mayBePlain: false }
  }
}
