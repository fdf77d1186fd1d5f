import { opening } from './parts.tsx'

/** A sheet from the right over the page, which stays where it is; on a phone it is the whole screen. */
export const Drawer = opening(({ Drawer }) => Drawer)
