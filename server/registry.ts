import * as access from '#domains/access/operations/index.ts'
import * as contacts from '#domains/contacts/operations/index.ts'

/** The table of contents: everything the product can do. */
export const registry = { ...access, ...contacts }
export type Registry = typeof registry
