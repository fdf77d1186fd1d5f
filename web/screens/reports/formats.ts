import type { Money } from '#contract/records/report.ts'
import { numberFormat } from '#web/app/format/intl.ts'
import { language } from '#web/app/i18n.ts'
import { useMoney } from '#web/app/format/money.ts'
import { factorOf } from './change.ts'
import { duration } from './duration.ts'
import { useReportWords } from './words.ts'

export type Figure = number | null | undefined
export type Format = (value: Figure) => string

export const NONE = '—'

/** Formats the figures of reports. A missing figure is a dash, never a zero. */
export function useFormats() {
  const words = useReportWords()
  const money = useMoney()
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  const number = (value: number, decimals = 0) =>
    numberFormat(locale, { maximumFractionDigits: decimals }).format(value)
  const orNone =
    (format: (value: number) => string): Format =>
    (value) =>
      value == null ? NONE : format(value)
  const percent = (value: number) =>
    numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)
  return {
    count: orNone((value) => number(value)),
    short: orNone((value) => numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)),
    percent: orNone(percent),
    /** The size of a change in percent: `54,9 %`, or `×12`. */
    change: (value: number) => {
      const factor = factorOf(value)
      return factor ? `×${number(factor)}` : percent(Math.abs(value))
    },
    seconds: orNone(duration),
    days: orNone((value) => words.days(number(value, 1))),
    stars: orNone((value) => `${number(value, 2)} ★`),
    points: orNone((value) => (Math.abs(value) === 1 ? words.points1 : words.points)(number(Math.abs(value), 1))),
    amount: (currency: string): Format => orNone((value) => money.full(Math.round(value), currency)),
    shortAmount: (currency: string): Format => orNone((value) => money.short(value, currency)),
    /** Amounts in other currencies than the report's, which are never added to it. */
    others: ({ currency, by_currency }: Money) =>
      by_currency
        .filter((each) => each.currency !== currency && each.amount !== 0)
        .map((each) => money.full(each.amount, each.currency))
        .join(' · '),
  }
}
