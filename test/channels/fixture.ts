import { readFileSync, readdirSync } from 'node:fs'

const folder = new URL('./fixtures/', import.meta.url)

/** A recorded request or answer of a provider. */
export type Fixture = {
  file: string
  description: string
  headers: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- each fixture has its own shape
  body: any
  // oxlint-disable-next-line typescript/no-explicit-any -- each fixture has its own shape
  expect: any
  /** The exact bytes. */
  bytes: Buffer
}

/** The fixture with this number, such as `02`. */
export function fixture(number: string): Fixture {
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}-`))!
  const read = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  return { ...read, file, bytes: Buffer.from(read.raw ?? JSON.stringify(read.body)) }
}

/** All fixtures of a channel. */
export function fixturesOf(channel: string): Fixture[] {
  return readdirSync(folder)
    .filter((name) => name.includes(`-${channel}-`))
    .map((name) => fixture(name.slice(0, 2)))
}
