import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [process.env.DOVECOT_PATH, '/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot', '/usr/local/sbin/dovecot']

export function dovecotPath(): string | undefined {
  return places.find((path) => path && existsSync(path))
}

/** Installs the mail server for tests if there is none and the machine allows it. */
export function ensureDovecot(): void {
  if (dovecotPath()) return
  console.log('Installing Dovecot for the e-mail tests…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status
  if (apt('install', '-y', '-qq', '--no-install-recommends', 'dovecot-imapd') !== 0) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'dovecot-imapd')
  }
  if (!dovecotPath())
    throw new Error('The e-mail tests need Dovecot: install dovecot-imapd, or name one in DOVECOT_PATH.')
}
