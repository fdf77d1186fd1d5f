import { z } from 'zod'
import { checkClient } from '#domains/access/assistants/clients.ts'
import * as rules from '#domains/access/assistants/rules.ts'
import { operation } from '#kernel/operation.ts'

export const get_assistant_request = operation({
  summary: 'Check the request of an assistant that wants to connect, before you allow or refuse it.',
  rest: 'GET /me/assistant-request',
  permission: 'personal',
  tool: false,
  input: z.strictObject(rules.authorizationRequest),
  output: z.object({
    name: z.string().describe('Name the assistant gave itself'),
    host: z.string().describe('Host it belongs to, or the scheme of an app'),
    returns_to: z.string().describe('Host the answer is sent to'),
    is_local: z.boolean().describe('Whether the answer goes to a program on the person’s own machine'),
    offered: z.array(z.enum(rules.oauth_scopes)).describe('Access that can be allowed'),
    refuse_url: z.string().describe('Address to open to refuse, or at once if nothing can be allowed'),
  }),

  async run(ctx, request) {
    const client = await checkClient(ctx, request)
    const read = rules.readRequest(request, ctx.base_url)
    const refused = { error: 'access_denied', error_description: 'The person refused.' }
    return {
      name: client.name,
      host: rules.clientHost(client, request.redirect_uri),
      returns_to: rules.redirectHost(request.redirect_uri),
      is_local: rules.isLoopback(request.redirect_uri),
      offered: 'error' in read ? [] : read.offered,
      refuse_url: rules.answerAddress(request, ctx.base_url, 'error' in read ? read : refused),
    }
  },
})
