let currencies: Set<string> | undefined

/** Whether this is the ISO code of a currency, in capitals. Listing them takes long, so it is done when first needed. */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(code)
}
