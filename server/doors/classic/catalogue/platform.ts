import { type ClassicOperation, group } from './operation.ts'

const PLATFORM = '/platform/api/v1'

/** Workspaces and people of an installation, for the operator’s token. */
export const platform: readonly ClassicOperation[] = [
  ...group('Platform: accounts', PLATFORM, {
    'POST /accounts': [],
    'GET /accounts/:account_id': [],
    'PATCH /accounts/:account_id': [],
    'DELETE /accounts/:account_id': [],
  }),
  ...group('Platform: account users', PLATFORM, {
    'GET /accounts/:account_id/account_users': [],
    'POST /accounts/:account_id/account_users': [],
    'DELETE /accounts/:account_id/account_users': [],
  }),
  ...group('Platform: users', PLATFORM, {
    'POST /users': [],
    'GET /users/:user_id': [],
    'PATCH /users/:user_id': [],
    'DELETE /users/:user_id': [],
    'GET /users/:user_id/login': [],
    'POST /users/:user_id/token': [],
  }),
  ...group('Platform: agent bots', PLATFORM, {
    'GET /agent_bots': ['list_agent_bots'],
    'POST /agent_bots': ['create_agent_bot'],
    'GET /agent_bots/:bot_id': ['get_agent_bot'],
    'PATCH /agent_bots/:bot_id': ['update_agent_bot'],
    'DELETE /agent_bots/:bot_id': ['delete_agent_bot'],
  }),
]
