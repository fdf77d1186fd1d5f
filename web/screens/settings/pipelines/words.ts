import { dictionary } from '#web/i18n.ts'
import { salesEn } from '#web/locales/settings-sales.en.ts'
import { salesEs } from '#web/locales/settings-sales.es.ts'

export const usePipelineSettingsWords = dictionary(salesEs.pipelines, salesEn.pipelines)
export const useStageWords = dictionary(salesEs.stages, salesEn.stages)
