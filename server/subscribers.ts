import { run_contact_imports } from '#subscribers/run_contact_imports.ts'

/** Everyone who wants to know what happened. */
export const subscribers = { run_contact_imports }
