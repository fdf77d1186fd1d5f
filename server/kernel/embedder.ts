/** Turns texts into vectors; texts of similar meaning get vectors that lie close together. */
export type Embedder = {
  /** Name of the model; vectors of different models cannot be compared. */
  model: string
  /** Minimum cosine of two texts about the same subject. */
  threshold: number
  /** Whether it runs in this process; small texts are then embedded at once instead of through the queue. */
  local: boolean
  /** One unit vector per text; all zeros for a text without any known word. */
  embed(texts: readonly string[], as: 'passage' | 'query'): Promise<Float32Array[]>
}
