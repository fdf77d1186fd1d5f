import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Below this, packing costs more than it saves.
const WORTH_PACKING = 1_400
const pack = promisify(gzip)

/** The text as it goes over the line: packed when it is long and the browser can unpack it. */
export async function packed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (text.length < WORTH_PACKING || !/\bgzip\b/.test(accepted)) return text
  reply.header('content-encoding', 'gzip')
  return pack(text, { level: constants.Z_BEST_SPEED })
}
