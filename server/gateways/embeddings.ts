import { setTimeout as sleep } from 'node:timers/promises'

/** Where vectors are made, as the operator says. */
export type Embeddings = { url: string; model: string; api_key: string | undefined; threshold: number | undefined }

type Kind = 'passage' | 'query'

/** Passages wait in the queue and may take their time; whoever asks a question is waiting. */
const PATIENCE = { passage: 30_000, query: 5_000 }
const PAUSES = { passage: [500, 2_000, 8_000], query: [] }
const LONGEST_PAUSE = 30_000
const LONGEST_TEXT = 8_000

/** Any service that speaks as OpenAI's /v1/embeddings does. It is the operator's choice, so where it stands is not judged. */
export function openEmbeddings(settings: Embeddings) {
  const { url, model, api_key } = settings
  const ask = async (texts: readonly string[], as: Kind): Promise<Float32Array[]> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signal: AbortSignal.timeout(PATIENCE[as]),
      redirect: 'error',
    })
    if (!response.ok) throw await refusal(response)
    return readVectors(await response.json(), texts.length)
  }

  return {
    model,
    threshold: settings.threshold ?? usualThreshold(model),
    local: false,
    embed: async (texts: readonly string[], as: Kind): Promise<Float32Array[]> => {
      const said = texts.map((text) => prefix(model, as) + text.slice(0, LONGEST_TEXT).toWellFormed())
      for (const pause of PAUSES[as]) {
        try {
          return await ask(said, as)
        } catch (error) {
          const { lasting, wait = pause } = error as Refusal
          if (lasting) throw error
          await sleep(Math.min(wait, LONGEST_PAUSE))
        }
      }
      return ask(said, as)
    },
  }
}

/** Models of this family were taught with these words before each text, and are lost without. */
function prefix(model: string, as: Kind): string {
  return /(^|[/_-])e5([_-]|$)/i.test(model) ? `${as}: ` : ''
}

/** Some models find everything alike; what counts as near is their own. Others can be set by EMBEDDINGS_THRESHOLD. */
function usualThreshold(model: string): number {
  if (/(^|[/_-])(gte|e5)([_-]|$)/i.test(model)) return 0.82
  return 0.3
}

/** `lasting`: another try would end the same way. `wait`: when to come again, in milliseconds. */
type Refusal = Error & { lasting?: boolean; wait?: number }

async function refusal(response: Response): Promise<Refusal> {
  const said = (await response.text().catch(() => '')).slice(0, 300)
  const wait = Number(response.headers.get('retry-after')) * 1000
  const lasting = response.status < 500 && ![408, 409, 425, 429].includes(response.status)
  const error = new Error(`The embeddings service answered ${response.status}: ${said}`)
  return Object.assign(error, { lasting, ...(wait > 0 && { wait }) })
}

type Body = { data?: { index?: number; embedding?: number[] }[] }

/** The vectors in the order of the texts, each brought to length one. */
function readVectors(body: unknown, count: number): Float32Array[] {
  const data = ((body as Body | null)?.data ?? []).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  const vectors = data.map(({ embedding }) => toUnit(embedding ?? []))
  const size = vectors[0]?.length ?? 0
  if (vectors.length !== count || size === 0 || vectors.some(({ length }) => length !== size))
    throw Object.assign(new Error('The embeddings service answered with something else than vectors.'), {
      lasting: true,
    })
  return vectors
}

function toUnit(given: readonly number[]): Float32Array {
  const vector = Float32Array.from(given, Number)
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0))
  if (!Number.isFinite(length)) return new Float32Array()
  return length === 0 ? vector : vector.map((each) => each / length)
}
