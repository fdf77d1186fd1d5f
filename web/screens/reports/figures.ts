import type { Money } from '#contract/records/report.ts'
import { numberFormat } from '#web/formats.ts'
import { language } from '#web/i18n.ts'
import { useMoney } from '#web/money.ts'
import { duration } from './duration.ts'
import { useReportWords } from './words.ts'

export type Figure = number | null | undefined
export type Write = (value: Figure) => string

export const NONE = '—'

/** Figures as a person reads them. What there is none of is a dash, never a zero. */
export function useFigures() {
  const words = useReportWords()
  const money = useMoney()
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  const number = (value: number, most = 0) => numberFormat(locale, { maximumFractionDigits: most }).format(value)
  const some =
    (write: (value: number) => string): Write =>
    (value) =>
      value == null ? NONE : write(value)
  return {
    count: some((value) => number(value)),
    short: some((value) => numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)),
    percent: some((value) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)),
    seconds: some(duration),
    days: some((value) => words.days(number(value, 1))),
    stars: some((value) => `${number(value, 2)} ★`),
    points: some((value) => (Math.abs(value) === 1 ? words.points1 : words.points)(number(Math.abs(value), 1))),
    amount: (currency: string): Write => some((value) => money.full(Math.round(value), currency)),
    shortAmount: (currency: string): Write => some((value) => money.short(value, currency)),
    /** What is in other currencies than the report's: it is never added to it. */
    others: ({ currency, by_currency }: Money) =>
      by_currency
        .filter((each) => each.currency !== currency && each.amount !== 0)
        .map((each) => money.full(each.amount, each.currency))
        .join(' · '),
  }
}
