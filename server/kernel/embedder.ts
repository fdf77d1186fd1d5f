/** Turns texts into vectors that lie near each other where the texts mean the same. */
export type Embedder = {
  /** Names what the vectors are made with; those of different models cannot be compared. */
  model: string
  /** The cosine from which on two texts may be about the same matter. */
  threshold: number
  /** Whether it works in this process: then what is quickly done need not wait for the queue. */
  local: boolean
  /** A vector of length one for each text; all zeros for one it can make nothing of. */
  embed(texts: readonly string[], as: 'passage' | 'query'): Promise<Float32Array[]>
}
