import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Below this size, compression costs more than it saves.
const MIN_LENGTH = 1_400
const gzipAsync = promisify(gzip)

/** The body to send: compressed when it is long and the browser accepts gzip. */
export async function compress(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (text.length < MIN_LENGTH || !/\bgzip\b/.test(accepted)) return text
  reply.header('content-encoding', 'gzip')
  return gzipAsync(text, { level: constants.Z_BEST_SPEED })
}
