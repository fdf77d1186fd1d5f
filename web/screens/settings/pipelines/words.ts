import { dictionary } from '#web/app/i18n.ts'
import { pipelineSettingsEn, stageEn } from './words.en.ts'
import { pipelineSettingsEs, stageEs } from './words.es.ts'

export const usePipelineSettingsWords = dictionary(pipelineSettingsEs, pipelineSettingsEn)
export const useStageWords = dictionary(stageEs, stageEn)
