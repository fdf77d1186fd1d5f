import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Runtime } from '#kernel/runtime.ts'

type Config = Runtime['config']

/** The session, and the token of a browser in which somebody has signed in before. */
export type CookieName = 'sid' | 'device'

export function readCookie(request: FastifyRequest, config: Config, cookie: CookieName): string | undefined {
  const { name } = describe(config, cookie)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

export function writeCookie(
  reply: FastifyReply,
  config: Config,
  cookie: CookieName,
  value: string,
  seconds: number,
): void {
  const { name, secure } = describe(config, cookie)
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  )
}

/** Browsers keep a __Host- cookie to this host and to encrypted connections; without TLS no such cookie can be set. */
function describe({ base_url }: Config, cookie: CookieName): { name: string; secure: boolean } {
  const secure = base_url.startsWith('https://')
  return { name: secure ? `__Host-${cookie}` : cookie, secure }
}
