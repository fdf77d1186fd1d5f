import { readFileSync } from 'node:fs'

/** The names of all agent tools, as the committed contract lists them. */
export const tool_names: readonly string[] = (
  JSON.parse(readFileSync('test/contract/tools.json', 'utf8')) as { name: string }[]
).map(({ name }) => name)
