import { type Http, HttpError } from '#kernel/connector.ts'

/** Calls providers' fakes as the product calls providers, without its guard against private networks. */
export const http: Http = async (
  url,
  { method = 'GET', headers = {}, body, most = Infinity, milliseconds = 5_000 } = {},
) => {
  const isJson = body !== undefined && !(typeof body === 'string' || body instanceof FormData || Buffer.isBuffer(body))
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      body: isJson ? JSON.stringify(body) : ((body as FormData | string | undefined) ?? null),
      signal: AbortSignal.timeout(milliseconds),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: bytes.subarray(0, Math.min(most, bytes.length)),
      whole: bytes.length <= most,
      json: readJson(bytes),
    }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw new HttpError(`${url}: ${(error as Error).message}`, cause?.code === 'ECONNREFUSED')
  }
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
