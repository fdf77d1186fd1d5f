const key = (account_id: string) => `hilo.pipeline.${account_id}`

/** The pipeline somebody looked at last in this browser. Storage may be forbidden; then there is none. */
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
      // The address still says it.
    }
  },
}
