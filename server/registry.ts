import * as access from '#domains/access/operations/index.ts'
import * as contacts from '#domains/contacts/operations/index.ts'
import * as conversations from '#domains/conversations/operations/index.ts'
import * as workspace from '#domains/workspace/operations/index.ts'

/** The table of contents: everything the product can do. */
export const registry = { ...access, ...workspace, ...contacts, ...conversations }
export type Registry = typeof registry
