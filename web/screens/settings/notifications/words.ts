import { dictionary } from '#web/app/i18n.ts'
import { notificationsEn } from './words.en.ts'
import { notificationsEs } from './words.es.ts'

export const useNotificationsWords = dictionary(notificationsEs, notificationsEn)
