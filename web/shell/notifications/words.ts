import { dictionary } from '#web/app/i18n.ts'
import { notificationCentreEn } from './words.en.ts'
import { notificationCentreEs } from './words.es.ts'

export const useNotificationCentreWords = dictionary(notificationCentreEs, notificationCentreEn)
