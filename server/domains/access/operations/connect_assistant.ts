import { z } from 'zod'
import { checkClient } from '#domains/access/assistants/clients.ts'
import * as rules from '#domains/access/assistants/rules.ts'
import * as assistants from '#domains/access/assistants/store.ts'
import { issueCode } from '#domains/access/assistants/tokens.ts'
import { notifyOfAssistant } from '#domains/access/emails/security-notices.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const connect_assistant = operation({
  summary: 'Allow an assistant to act for you in this workspace. Its code is in the address to open next.',
  rest: 'POST /me/assistants',
  permission: 'personal',
  tool: false,
  audit: { without: ['state', 'code_challenge', 'code_challenge_method', 'response_type', 'scope'] },
  input: z.strictObject({
    ...rules.authorizationRequest,
    access: z.enum(rules.oauth_scopes).describe('read: it sees what you see; write: it also changes what you may'),
  }),
  output: z.object({ redirect_to: z.string().describe('Address to open: the assistant receives its code there') }),

  prepare: checkClient,

  async run(ctx, { access, ...request }, client: rules.Client) {
    const read = rules.readRequest(request, ctx.base_url)
    if ('error' in read) reject('invalid_value', read.error_description)
    const { resource, challenge, offered } = read
    if (!offered.includes(access)) reject('invalid_value', 'This assistant asked for reading only.', 'access')
    const { client_id, redirect_uri } = request
    const key_id = await assistants.connect(ctx, client, rules.clientHost(client, redirect_uri), access)
    const code = await issueCode(ctx.sql, { key_id, client_id, redirect_uri, resource, challenge })
    await notifyOfAssistant(ctx, client.name)
    ctx.emit('api_key.created', { api_key: { id: key_id, name: client.name } })
    return { redirect_to: rules.answerAddress(request, ctx.base_url, { code }) }
  },
})
