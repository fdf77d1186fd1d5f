import { isSupportedCountry } from 'libphonenumber-js/min'
import { isCurrency } from '#contract/currency.ts'
import type { Module } from '#contract/modules.ts'
import { isTimeZone } from '#contract/periods.ts'
import type { Account } from '#contract/records/access.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Patch = {
  name?: string | undefined
  time_zone?: string | undefined
  locale?: Account['locale'] | undefined
  country?: string | undefined
  default_currency?: string | undefined
  modules?: readonly Module[] | undefined
  contacts_visibility?: Account['contacts_visibility'] | undefined
}

/** Locks the workspace row until the transaction ends. */
export async function getLocked({ sql, actor }: Context): Promise<Account> {
  const [row] = await sql<Account>`
    select id, name, time_zone, locale, country, default_currency, plan, modules, contacts_visibility
      from accounts where id = ${actor.account.id} for no key update`
  return row!
}

/** Applies a patch to the workspace; rejects unknown time zones, countries and currencies. */
export function revise(before: Account, patch: Patch): Account {
  const name = (patch.name ?? before.name).trim()
  if (!name) reject('missing_field', 'A workspace needs a name.', 'name')
  if (patch.time_zone !== undefined && !isTimeZone(patch.time_zone))
    reject('invalid_value', 'Unknown time zone; use an IANA name such as America/Bogota.', 'time_zone')
  const country = patch.country?.toUpperCase() ?? before.country
  if (patch.country !== undefined && !isSupportedCountry(country))
    reject('invalid_value', 'Unknown country; use its two-letter ISO code, such as CO or MX.', 'country')
  const default_currency = patch.default_currency?.toUpperCase() ?? before.default_currency
  if (patch.default_currency !== undefined && !isCurrency(default_currency))
    reject('invalid_value', 'Unknown currency; use its ISO code, such as COP or USD.', 'default_currency')
  return {
    ...before,
    name,
    time_zone: patch.time_zone ?? before.time_zone,
    locale: patch.locale ?? before.locale,
    country,
    default_currency,
    contacts_visibility: patch.contacts_visibility ?? before.contacts_visibility,
    modules: patch.modules ? [...new Set(patch.modules)].sort() : before.modules,
  }
}

export async function update({ sql, actor, now }: Context, after: Account): Promise<void> {
  await sql`
    update accounts set name = ${after.name}, time_zone = ${after.time_zone}, locale = ${after.locale},
           country = ${after.country}, default_currency = ${after.default_currency}, modules = ${after.modules},
           contacts_visibility = ${after.contacts_visibility}, updated_at = ${now}
     where id = ${actor.account.id}`
}
