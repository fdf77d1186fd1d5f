import { dictionary } from '#web/app/i18n.ts'
import { contactPanelEn } from './words.en.ts'
import { contactPanelEs } from './words.es.ts'

export const usePanelWords = dictionary(contactPanelEs, contactPanelEn)
