import { dictionary } from '#web/app/i18n.ts'
import { deviceEn } from './words.en.ts'
import { deviceEs } from './words.es.ts'

export const useDeviceWords = dictionary(deviceEs, deviceEn)
