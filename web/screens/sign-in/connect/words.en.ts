import type { ConnectWords } from './words.es.ts'

export const connectEn: ConnectWords = {
  title: (name) => `Connect ${name}`,
  loadingTitle: 'Connect an assistant',
  subtitle: (email) => `Signed in as ${email}`,
  wants: (name) => `${name} wants to use Hilo on your behalf.`,
  from: 'Belongs to',
  returns: 'Sends you back to',
  local: 'a program on this computer',
  unverified: 'The assistant chose this name itself. Continue only if you have just asked for this connection.',
  workspace: 'Workspace',
  access: 'Access',
  choices: {
    read: {
      label: 'Read-only',
      hint: 'Sees the contacts, conversations, sales, reports, settings and knowledge you can see. Changes nothing.',
    },
    write: {
      label: 'Read and change',
      hint: 'Also creates and changes what you can change. Sends no messages and manages no people or keys.',
    },
  },
  allow: 'Allow',
  refuse: 'Cancel',
  later: 'You can disconnect it at any time in Settings › Assistants.',
  failedTitle: 'Can’t connect',
  unknown: 'This assistant is not registered any more. Start again from the assistant.',
  wrongReturn: 'The address to return to is not one of this assistant’s. For safety, nothing was sent there.',
  unreadable: 'We couldn’t read the description of this assistant at its address.',
  incomplete: 'The address is incomplete. Start again from the assistant.',
  noWorkspace: 'Your account has no workspace.',
  home: 'Go to Hilo',
}
