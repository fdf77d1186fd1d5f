import type { FastifyInstance } from 'fastify'
import { type Body, readObject } from '#doors/classic/request.ts'
import { reject } from '#kernel/problem.ts'

const MAX_DEPTH = 5

/** Accepts URL-encoded bodies. Some clients declare that type even for an empty body. */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseFields(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Parses `contact[name]=Ana&labels[]=vip` into an object. */
export function parseFields(text: string): Body {
  const fields: Body = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/[^[\]]+|\[\]/g)].map(([step]) => (step === '[]' ? '' : step))
    if (path.length > MAX_DEPTH)
      reject('invalid_request', `The field ${key} is nested deeper than ${MAX_DEPTH} levels.`)
    put(fields, path, value)
  }
  return fields
}

function put(into: Body, [name = '', ...rest]: string[], value: string): void {
  const current = into[name]
  if (rest.length === 0) into[name] = value
  else if (rest[0] === '') into[name] = [...(Array.isArray(current) ? current : []), value]
  else put((into[name] = readObject(current) ?? (Object.create(null) as Body)), rest, value)
}
