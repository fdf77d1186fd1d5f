import { dictionary } from '#web/app/i18n.ts'
import { settingsEn } from './words.en.ts'
import { settingsEs } from './words.es.ts'

export const useSettingsWords = dictionary(settingsEs, settingsEn)
