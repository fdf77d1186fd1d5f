import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { freePort } from '#test/address.ts'
import { until } from '#test/wait.ts'
import { dovecotPath, ensureDovecot } from '../../dovecot.ts'

/** A real IMAP server on this machine, with one mailbox in a folder of its own. */
export async function openDovecot(password = 'secreto') {
  await ensureDovecot()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-dovecot-'))
  const port = await freePort()
  const owner = await findOwner()
  const maildir = join(folder, 'mail')
  for (const name of [
    'run',
    'mail',
    'mail/new',
    'mail/cur',
    'mail/tmp',
    'mail/.Sent',
    'mail/.Sent/new',
    'mail/.Sent/cur',
    'mail/.Sent/tmp',
  ])
    await own(join(folder, name))
  const config = join(folder, 'dovecot.conf')
  await writeFile(config, configOf({ folder, port, password, owner: owner.name }))
  await chmod(folder, 0o755)
  let child: ChildProcess | undefined
  let number = 0

  async function own(path: string): Promise<void> {
    await mkdir(path, { recursive: true })
    if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid)
  }

  const start = async () => {
    child = spawn(dovecotPath()!, ['-F', '-c', config], { stdio: 'ignore' })
    await until(() => isOpen(port), 'the IMAP server answers')
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGTERM')
    if (child?.exitCode === null) await ended
  }
  await start()
  after(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    server: { host: '127.0.0.1', port, secure: false, user: 'ventas@tienda.example', password },
    start,
    stop,
    /** Puts an e-mail into a folder, as the server's delivery does. */
    async deliver(raw: string, into: 'INBOX' | 'Sent' = 'INBOX') {
      const place = into === 'Sent' ? join(maildir, '.Sent') : maildir
      const name = `${Math.floor(Date.now() / 1000)}.M${++number}.test`
      await writeFile(join(place, 'tmp', name), raw.replaceAll('\r\n', '\n'))
      if (process.getuid?.() === 0) await chown(join(place, 'tmp', name), owner.uid, owner.gid)
      await rename(join(place, 'tmp', name), join(place, 'new', name))
    },
    /** Renumbers the folders, as after a restore from a backup. The server must be stopped. */
    async renumber() {
      for (const place of [maildir, join(maildir, '.Sent')])
        for (const name of await readdir(place))
          if (name.startsWith('dovecot')) await rm(join(place, name), { force: true })
    },
    /** Names of all files of the inbox; the letter S after the comma marks a read e-mail. */
    files: async () => [...(await readdir(join(maildir, 'cur'))), ...(await readdir(join(maildir, 'new')))],
  }
}

/** Dovecot refuses to keep mail as root. */
async function findOwner(): Promise<{ name: string; uid: number; gid: number }> {
  const { username, uid, gid } = userInfo()
  if (uid !== 0) return { name: username, uid, gid }
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString())
  return { name: 'nobody', uid: id('-u'), gid: id('-g') }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function configOf({
  folder,
  port,
  password,
  owner,
}: {
  folder: string
  port: number
  password: string
  owner: string
}) {
  const isRoot = process.getuid?.() === 0
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${owner}
default_login_user = ${owner}
${isRoot ? '' : `default_internal_group = ${owner}`}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
maildir_stat_dirs = yes
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner} gid=${isRoot ? 'nogroup' : owner} home=${folder}
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}
