import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export type Received = { from: string; to: string[]; data: string }

/** Responses that replace the normal ones: `{ rcpt: '550 nobody here' }`. */
export type ResponseOverrides = Partial<Record<'greet' | 'from' | 'rcpt' | 'data' | 'end', string>>

/** A minimal mail server that accepts every mail, unless `overrides` says otherwise. */
export async function openSmtp() {
  const received: Received[] = []
  const overrides: ResponseOverrides = {}
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    converse(socket, overrides, (mail) => received.push(mail))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, received, overrides: overrides }
}

function converse(socket: Socket, overrides: ResponseOverrides, take: (mail: Received) => void): void {
  let [waiting, writing] = ['', false]
  let mail: Received = { from: '', to: [], data: '' }
  const say = (text: string) => socket.write(`${text}\r\n`)
  say(overrides.greet ?? '220 mail.example.com ESMTP')

  socket.setEncoding('utf8').on('data', (piece: string) => {
    waiting += piece
    for (;;) {
      const end = waiting.indexOf(writing ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + (writing ? 5 : 2))
      if (writing) finish(line)
      else handle(line)
    }
  })

  function handle(line: string): void {
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    if (verb === 'MAIL') mail = { from: addressIn(line), to: [], data: '' }
    const answers: Record<string, string> = {
      EHLO: '250-mail.example.com\r\n250 8BITMIME',
      HELO: '250 mail.example.com',
      MAIL: overrides.from ?? '250 ok',
      RCPT: overrides.rcpt ?? '250 ok',
      DATA: overrides.data ?? '354 go on',
      RSET: '250 ok',
      QUIT: '221 bye',
    }
    const answer = answers[verb] ?? '502 what?'
    if (verb === 'RCPT' && answer.startsWith('250')) mail.to.push(addressIn(line))
    writing = verb === 'DATA' && answer.startsWith('354')
    say(answer)
    if (verb === 'QUIT') socket.end()
  }

  function finish(data: string): void {
    writing = false
    const answer = overrides.end ?? '250 taken'
    if (answer.startsWith('250')) take({ ...mail, data })
    say(answer)
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

/** The value of a header, unfolded. */
export function header(data: string, name: string): string | undefined {
  const [head = ''] = data.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}
