import { createContext } from 'react'
import type { MarkStyle } from '#contract/message-marks.ts'

/** The marks of the text that is shown; without any, signs are shown as they are. */
export const MarksContext = createContext<MarkStyle | null>(null)
