import type { Sql } from '#db/sql.ts'

/** The options of a command as they were given. */
export type Values = Record<string, string | boolean | undefined>

export function text(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function needed(values: Values, name: string): string {
  return text(values, name) || failing(`Give --${name}.`)
}

export function id(values: Values, name: string): string {
  const value = needed(values, name)
  return /^\d{1,18}$/.test(value) ? value : failing(`--${name} is an id, such as 1.`)
}

/** The account id, checked to exist before anything is written for it. */
export async function account(sql: Sql, values: Values): Promise<string> {
  const account_id = id(values, 'account')
  const rows = await sql`select from accounts where id = ${account_id}`
  return rows.length > 0 ? account_id : failing(`There is no account ${account_id}; see \`hilo account list\`.`)
}

export function code(values: Values, name: string, pattern: RegExp, example: string): string | undefined {
  const value = text(values, name)
  return value === undefined || pattern.test(value) ? value : failing(`Give --${name} as a code such as ${example}.`)
}

export function oneOf<T extends string>(values: Values, name: string, choices: readonly T[]): T {
  const value = needed(values, name)
  return choices.find((choice) => choice === value) ?? failing(`--${name} is one of ${choices.join(', ')}.`)
}

export function failing(message: string): never {
  throw new Error(message)
}
