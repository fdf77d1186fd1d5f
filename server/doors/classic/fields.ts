import type { FastifyInstance } from 'fastify'
import { type Body, readObject } from '#doors/classic/reading.ts'
import { reject } from '#kernel/problem.ts'

const DEEPEST = 5

/** Lets bodies come as web forms write them. Some clients say so even of an empty one. */
export function understandFields(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, readFields(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** `contact[name]=Ana&labels[]=vip` as the object it stands for. */
export function readFields(text: string): Body {
  const fields: Body = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/[^[\]]+|\[\]/g)].map(([step]) => (step === '[]' ? '' : step))
    if (path.length > DEEPEST) reject('invalid_request', `The field ${key} is nested too deep.`)
    put(fields, path, value)
  }
  return fields
}

function put(into: Body, [name = '', ...rest]: string[], value: string): void {
  const held = into[name]
  if (rest.length === 0) into[name] = value
  else if (rest[0] === '') into[name] = [...(Array.isArray(held) ? held : []), value]
  else put((into[name] = readObject(held) ?? (Object.create(null) as Body)), rest, value)
}
