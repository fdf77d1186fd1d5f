const key = (account_id: string) => `hilo.pipeline.${account_id}`

/** The last pipeline opened in this browser; undefined if storage is blocked. */
export const lastPipeline = {
  get: (account_id: string) => {
    try {
      return localStorage.getItem(key(account_id)) ?? undefined
    } catch {
      return undefined
    }
  },
  set: (account_id: string, pipeline_id: string) => {
    try {
      localStorage.setItem(key(account_id), pipeline_id)
    } catch {
      // The address still holds the pipeline.
    }
  },
}
