import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Installs a Debian package and answers whether that succeeded; `npm test` goes on meanwhile. */
export async function installPackage(name: string, ...options: string[]): Promise<boolean> {
  const install = () => runApt('install', '-y', '-qq', ...options, name)
  return (await install()) || ((await runApt('update', '-qq')) && install())
}

async function runApt(...args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  // On other systems there is no apt-get.
  const [code] = await once(apt, 'close').catch(() => [1])
  return code === 0
}
