/** Addresses in a text, parted by commas, semicolons or spaces. */
export function splitAddresses(text: string): string[] {
  const written = text.split(/[,;\s]+/).map((each) => each.replace(/^<|>$/g, '').toLowerCase())
  return [...new Set(written)].filter((each) => each !== '')
}

export function isAddress(text: string): boolean {
  return /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/.test(text) && text.length <= 254
}
