import { setTimeout as sleep } from 'node:timers/promises'

/** The operator's embedding service. */
export type Embeddings = { url: string; model: string; api_key: string | undefined; threshold: number | undefined }

type Kind = 'passage' | 'query'

/** Passages are embedded in the background and may wait; a person waits for the answer to a query. */
const TIMEOUT = { passage: 30_000, query: 5_000 }
const PAUSES = { passage: [500, 2_000, 8_000], query: [] }
const MAX_PAUSE = 30_000
const MAX_CHARACTERS = 8_000

/** Any service compatible with OpenAI's /v1/embeddings. The operator chose it, so its address is not restricted. */
export function openEmbeddings(settings: Embeddings) {
  const { url, model, api_key } = settings
  const request = async (texts: readonly string[], as: Kind): Promise<Float32Array[]> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signal: AbortSignal.timeout(TIMEOUT[as]),
      redirect: 'error',
    })
    if (!response.ok) throw await refusal(response)
    return readVectors(await response.json(), texts.length)
  }

  return {
    model,
    threshold: settings.threshold ?? defaultThreshold(model),
    local: false,
    embed: async (texts: readonly string[], as: Kind): Promise<Float32Array[]> => {
      const inputs = texts.map((text) => prefix(model, as) + text.slice(0, MAX_CHARACTERS).toWellFormed())
      for (const pause of PAUSES[as]) {
        try {
          return await request(inputs, as)
        } catch (error) {
          const { permanent, wait = pause } = error as Refusal
          if (permanent) throw error
          await sleep(Math.min(wait, MAX_PAUSE))
        }
      }
      return request(inputs, as)
    },
  }
}

/** Models of the E5 family were trained with these prefixes and need them. */
function prefix(model: string, as: Kind): string {
  return /(^|[/_-])e5([_-]|$)/i.test(model) ? `${as}: ` : ''
}

/** Some models rate all texts as similar, so each has its own threshold; EMBEDDINGS_THRESHOLD overrides it. */
function defaultThreshold(model: string): number {
  if (/(^|[/_-])(gte|e5)([_-]|$)/i.test(model)) return 0.82
  return 0.3
}

/** `permanent`: a retry would fail too. `wait`: milliseconds before a retry. */
type Refusal = Error & { permanent?: boolean; wait?: number }

async function refusal(response: Response): Promise<Refusal> {
  const text = (await response.text().catch(() => '')).slice(0, 300)
  const wait = Number(response.headers.get('retry-after')) * 1000
  const permanent = response.status < 500 && ![408, 409, 425, 429].includes(response.status)
  const error = new Error(`The embeddings service answered ${response.status}: ${text}`)
  return Object.assign(error, { permanent, ...(wait > 0 && { wait }) })
}

type Body = { data?: { index?: number; embedding?: number[] }[] }

/** The vectors in the order of the texts, as unit vectors. */
function readVectors(body: unknown, count: number): Float32Array[] {
  const data = ((body as Body | null)?.data ?? []).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  const vectors = data.map(({ embedding }) => toUnit(embedding ?? []))
  const size = vectors[0]?.length ?? 0
  if (vectors.length !== count || size === 0 || vectors.some(({ length }) => length !== size))
    throw Object.assign(new Error('The embeddings service did not return vectors.'), {
      permanent: true,
    })
  return vectors
}

function toUnit(given: readonly number[]): Float32Array {
  const vector = Float32Array.from(given, Number)
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0))
  if (!Number.isFinite(length)) return new Float32Array()
  return length === 0 ? vector : vector.map((each) => each / length)
}
