import { opening } from './parts.tsx'

/** Asks before doing what cannot be undone. */
export const Confirm = opening(({ Confirm }) => Confirm)
