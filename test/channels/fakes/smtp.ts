import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export type SentMail = { from: string; to: string[]; data: string }

/** A step of a delivery, in the words of SMTP; `END` is the end of the message. */
type Step = 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END'

/** A mail server that takes every mail of its user, unless a script says otherwise. */
export async function openFakeSmtp({ user = 'ventas@tienda.example', password = 'secreto' } = {}) {
  const sent: SentMail[] = []
  const scripts: { step: Step; answer: string; about?: string }[] = []
  const open = new Set<Socket>()
  let accepted = password
  /** The scripted answer to a step: a line, `cut` and `accept_and_cut` for a lost connection, `accept_and_hang` for none. */
  const take = (step: Step, line: string) => {
    const index = scripts.findIndex((each) => each.step === step && line.includes(each.about ?? ''))
    return index < 0 ? undefined : scripts.splice(index, 1)[0]!.answer
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    let [waiting, isBody] = ['', false]
    let mail: SentMail = { from: '', to: [], data: '' }
    const answer = (text: string) => (text === 'cut' ? socket.destroy() : socket.write(`${text}\r\n`))
    answer('220 smtp.example ESMTP')
    socket.setEncoding('latin1').on('data', (piece: string) => {
      waiting += piece
      for (;;) {
        const mark = isBody ? '\r\n.\r\n' : '\r\n'
        const end = waiting.indexOf(mark)
        if (end < 0) return
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + mark.length)
        if (isBody) finish(line)
        else handle(line)
      }
    })

    function handle(line: string): void {
      const verb = line.split(/[ :]/)[0]!.toUpperCase()
      const scripted = take(verb as Step, line)
      if (scripted) return void answer(scripted)
      if (verb === 'EHLO') return void answer('250-smtp.example\r\n250 AUTH PLAIN')
      if (verb === 'AUTH') {
        const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
        return void answer(given === `\0${user}\0${accepted}` ? '235 2.7.0 ok' : '535 5.7.8 Wrong user or password')
      }
      if (verb === 'MAIL') mail = { from: addressIn(line), to: [], data: '' }
      if (verb === 'RCPT') mail.to.push(addressIn(line))
      isBody = verb === 'DATA'
      answer(isBody ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }

    function finish(data: string): void {
      isBody = false
      const scripted = take('END', data)
      if (!scripted || scripted.startsWith('accept')) sent.push({ ...mail, data: data.replaceAll(/^\.\./gm, '.') })
      if (scripted === 'accept_and_hang') return
      answer(scripted === 'accept_and_cut' ? 'cut' : (scripted ?? '250 2.0.0 taken'))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  after(close)
  const { port } = server.address() as { port: number }
  return {
    server: { host: '127.0.0.1', port, secure: false, user, password },
    sent,
    /** Answers the next such step otherwise; `about` narrows it to lines that contain it. */
    script: (step: Step, answer: string, about?: string) => scripts.push({ step, answer, ...(about && { about }) }),
    setPassword: (password: string) => void (accepted = password),
    close,
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
