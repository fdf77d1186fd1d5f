import { dictionary } from '#web/i18n.ts'
import { contactPanelEn } from '#web/locales/contact-panel.en.ts'
import { contactPanelEs } from '#web/locales/contact-panel.es.ts'

export const usePanelWords = dictionary(contactPanelEs, contactPanelEn)
