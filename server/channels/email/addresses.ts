import type { Address } from 'postal-mime'
import type { EmailCredentials } from './credentials.ts'

export type MailAddress = { name: string; address: string }

/** Addresses of a header, in lower case; groups are opened, and what is no address is left out. */
export function listAddresses(found: Address | readonly Address[] | undefined): MailAddress[] {
  return [found ?? []].flat().flatMap((each) => {
    if (each.group) return listAddresses(each.group)
    const address = cleanText(each.address ?? '')
      .trim()
      .toLowerCase()
    return isAddress(address) ? [{ address, name: cleanText(each.name ?? '').trim() }] : []
  })
}

export function isAddress(text: string): boolean {
  return /^[^\s@<>,;"]{1,200}@[^\s@<>,;"]+\.[^\s@<>,;".]+$/.test(text) && text.length <= 254
}

/** Whether an address is the inbox itself, with or without an addition such as a reply token. */
export function isOwn({ address: own, imap, smtp }: EmailCredentials, address: string): boolean {
  const bare = withoutTag(address)
  return [own, imap?.user, smtp.user].some((each) => each !== undefined && withoutTag(each.toLowerCase()) === bare)
}

function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@')
}

/** The address with a token that brings answers back to their conversation. */
export function withToken(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

/** Text that PostgreSQL can store. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
