/** Addresses of an e-mail as its headers have them, such as `Ana <ana@example.com>`. */
export type MailAddresses = { from?: string | null; to?: string[]; cc?: string[]; reply_to?: string[] }

/** The bare address of a written one, in lower case. */
export function addressIn(written: string): string | undefined {
  return /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(written)?.[1]?.toLowerCase()
}

/** Recipients of a reply to all; still includes the inbox itself. */
export function othersOf({ from, to = [], cc = [] }: MailAddresses, isFromCustomer: boolean): string[] {
  const written = [...(isFromCustomer ? [] : [from ?? '']), ...to, ...cc]
  return [...new Set(written.flatMap((each) => addressIn(each) ?? []))]
}
