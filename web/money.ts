import { numberFormat } from './formats.ts'
import { language } from './i18n.ts'

/** Amounts as a person reads them: `$ 350.000.000`, `US$ 1,200.50`. Round amounts have no cents. */
export function useMoney() {
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  const write = (amount: number | string, currency: string, options: Intl.NumberFormatOptions) => {
    const value = Number(amount)
    const cents = Number.isInteger(value) ? 0 : 2
    const fraction = options.notation ? {} : { minimumFractionDigits: cents, maximumFractionDigits: cents }
    return numberFormat(locale, { style: 'currency', currency, ...fraction, ...options }).format(value)
  }
  return {
    full: (amount: number | string, currency: string) => write(amount, currency, {}),
    /** `$ 350 M`: where there is little room. */
    short: (amount: number | string, currency: string) =>
      write(amount, currency, { notation: 'compact', maximumFractionDigits: 1 }),
  }
}
