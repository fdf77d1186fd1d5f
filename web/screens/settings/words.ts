import { language } from '#web/i18n.ts'
import { settingsEn } from '#web/locales/settings.en.ts'
import { settingsEs, type SettingsWords } from '#web/locales/settings.es.ts'

const dictionaries = { es: settingsEs, en: settingsEn }

export const useSettingsWords = (): SettingsWords => dictionaries[language.use()]
