import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAccount } from '#domains/access/setup/provision.ts'
import * as platform from '#domains/access/setup/platform.ts'
import { catalogue } from '#doors/classic/catalogue/all.ts'
import { sendClassicError, sendUnknownRoute } from '#doors/classic/errors.ts'
import { addFormParser } from '#doors/classic/fields.ts'
import { addPlatformBotRoutes, bodyOf, idOf } from '#doors/classic/platform-bots.ts'
import { type Body, readText, requireId } from '#doors/classic/request.ts'
import { UPDATE } from '#doors/classic/route.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import type { CredentialGuard } from '#doors/credential-guard.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry; guard: CredentialGuard }

const BASE = '/platform/api/v1'

/** The routes of the operator's token: workspaces, people, and who belongs where. */
export async function platformRoutes(app: FastifyInstance, { runtime, registry, guard }: Options): Promise<void> {
  declareRoutes(app, { open: openLimits.sign_in })
  app.setErrorHandler(sendClassicError)
  app.setNotFoundHandler(sendUnknownRoute)
  addFormParser(app)
  app.addHook('onRequest', async (request) => {
    const token = request.headers.api_access_token ?? request.headers['api-access-token']
    const isValid = async () => typeof token === 'string' && platform.isPlatformToken(runtime, token)
    const known = await guard.find(request, `platform ${String(token)}`, async () => (await isValid()) || undefined)
    if (!known) throw new Problem('unauthenticated', 'Invalid access_token')
  })
  addAccountRoutes(app, runtime)
  addUserRoutes(app, runtime)
  addPlatformBotRoutes(app, runtime, registry)
  for (const operation of catalogue) {
    if (!('instead' in operation) || !operation.path.startsWith(BASE)) continue
    const { method, path, instead } = operation
    const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.code(501).send({ error: instead })
    app.route({ method: method === 'PATCH' ? UPDATE : method, url: path.slice(BASE.length), handler })
  }
}

function addAccountRoutes(app: FastifyInstance, { database, secret }: Runtime): void {
  const { sql } = database
  const show = async (id: string) => {
    const { name, locale } = await platform.getAccount(sql, id)
    return { id: Number(id), name, locale, status: 'active', features: {}, limits: {}, custom_attributes: {} }
  }

  app.post('/accounts', async (request) => {
    const body = bodyOf(request)
    const made = await createAccount(sql, secret, { name: readText(body.name) ?? '', locale: localeOf(body.locale) })
    return show(made.id)
  })
  app.get('/accounts/:account_id', (request) => show(idOf(request, 'account_id')))
  app.route({
    method: UPDATE,
    url: '/accounts/:account_id',
    handler: async (request) => {
      const id = idOf(request, 'account_id')
      const body = bodyOf(request)
      const locale = body.locale === undefined ? undefined : localeOf(body.locale)
      await platform.updateAccount(sql, id, { name: readText(body.name), locale })
      return show(id)
    },
  })

  app.delete('/accounts/:account_id', async (request, reply) => {
    await platform.deleteAccount(sql, idOf(request, 'account_id'))
    return reply.send()
  })

  const MEMBERS = '/accounts/:account_id/account_users'
  const member = ({ account_id, user_id, role }: platform.AccountUser) => ({
    account_id: Number(account_id),
    user_id: Number(user_id),
    role,
  })
  app.get(MEMBERS, async (request) => {
    return (await platform.listAccountUsers(sql, idOf(request, 'account_id'))).map(member)
  })
  app.post(MEMBERS, async (request) => {
    const body = bodyOf(request)
    const given = { account_id: idOf(request, 'account_id'), user_id: requireId(body.user_id), role: roleOf(body.role) }
    return member(await platform.addAccountUser(sql, given))
  })
  app.delete(MEMBERS, async (request, reply) => {
    const { user_id = (request.query as Body).user_id } = bodyOf(request)
    await platform.removeAccountUser(sql, idOf(request, 'account_id'), requireId(user_id))
    return reply.send()
  })
}

function addUserRoutes(app: FastifyInstance, { database, secret, config }: Runtime): void {
  const { sql } = database
  const show = async (user: platform.PlatformUser) => ({
    id: Number(user.id),
    name: user.name,
    display_name: user.name,
    email: user.email,
    uid: user.email,
    provider: 'email',
    confirmed: true,
    access_token: await platform.readUserToken(sql, secret, user.id),
    custom_attributes: {},
    created_at: seconds(user.created_at),
  })
  const fieldsOf = (request: FastifyRequest) => {
    const { name, email, password } = bodyOf(request)
    return { name: readText(name), email: readText(email), password: readText(password) }
  }

  app.post('/users', async (request) => {
    const { name, email = '', password } = fieldsOf(request)
    return show(await platform.createUser(sql, { name: name ?? email.split('@')[0]!, email, password }))
  })
  app.get('/users/:user_id', async (request) => show(await platform.getUser(sql, idOf(request, 'user_id'))))
  app.route({
    method: UPDATE,
    url: '/users/:user_id',
    handler: async (request) => show(await platform.updateUser(sql, idOf(request, 'user_id'), fieldsOf(request))),
  })
  app.delete('/users/:user_id', async (request, reply) => {
    await platform.deleteUser(sql, idOf(request, 'user_id'))
    return reply.send()
  })
  app.get('/users/:user_id/login', async (request) => {
    const token = await platform.createLoginLink(sql, idOf(request, 'user_id'))
    return { url: `${config.base_url}/platform/login?token=${token}` }
  })
  app.post('/users/:user_id/token', async (request) => {
    const { id } = await platform.getUser(sql, idOf(request, 'user_id'))
    const user = { id: Number(id) }
    return { access_token: await platform.readUserToken(sql, secret, id), expiry: null, user }
  })
}

/** We speak Spanish and English. */
function localeOf(locale: unknown): 'es' | 'en' {
  return readText(locale)?.toLowerCase().startsWith('en') ? 'en' : 'es'
}

function roleOf(value: unknown): platform.AccountUser['role'] {
  const role = readText(value) ?? 'agent'
  if (role === 'agent' || role === 'administrator') return role
  return reject('invalid_value', `'${role}' is not a valid role; use agent or administrator.`, 'role')
}
