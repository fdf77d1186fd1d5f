import { language } from '#web/app/i18n.ts'
import { numberFormat } from './intl.ts'

/** Amounts as a person reads them: `$ 350.000.000`, `US$ 1,200.50`. Round amounts have no cents. */
export function useMoney() {
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  const format = (amount: number | string, currency: string, options: Intl.NumberFormatOptions) => {
    const value = Number(amount)
    const cents = Number.isInteger(value) ? 0 : 2
    const fraction = options.notation ? {} : { minimumFractionDigits: cents, maximumFractionDigits: cents }
    return numberFormat(locale, { style: 'currency', currency, ...fraction, ...options }).format(value)
  }
  return {
    full: (amount: number | string, currency: string) => format(amount, currency, {}),
    /** `$ 350 M`, for tight spaces. In Spanish, thousands of millions are `$ 19.200 M`, where `Intl` has `$ 19,2 mil M`. */
    short: (amount: number | string, currency: string) =>
      locale === 'es-CO' && Math.abs(Number(amount)) >= 1e9
        ? `${format(Number(amount) / 1e6, currency, { minimumFractionDigits: 0, maximumFractionDigits: 1 })}\u00a0M`
        : format(amount, currency, { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
    /** The number alone, as a field shows it: `1.250.000`. */
    plain: (amount: number | null) =>
      amount === null ? '' : numberFormat(locale, { maximumFractionDigits: 2, useGrouping: 'always' }).format(amount),
  }
}
