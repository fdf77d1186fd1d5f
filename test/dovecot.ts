import { existsSync } from 'node:fs'
import { installPackage } from './debian.ts'

const places = [process.env.DOVECOT_PATH, '/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot', '/usr/local/sbin/dovecot']

export function dovecotPath(): string | undefined {
  return places.find((path) => path && existsSync(path))
}

/** Installs the mail server for tests if there is none and the machine allows it. */
export async function ensureDovecot(): Promise<void> {
  if (dovecotPath()) return
  console.log('Installing Dovecot for the e-mail tests…')
  await installPackage('dovecot-imapd', '--no-install-recommends')
  if (!dovecotPath())
    throw new Error('The e-mail tests need Dovecot: install dovecot-imapd, or name one in DOVECOT_PATH.')
}
