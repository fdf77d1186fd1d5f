import { dictionary } from '#web/app/i18n.ts'
import { drawerEn } from './words.en.ts'
import { drawerEs } from './words.es.ts'

export const useDrawerWords = dictionary(drawerEs, drawerEn)
