// `node bin/complete-lock.mjs`: run it after `npm install` changed package-lock.json.
// npm leaves out of the lock file the builds for other platforms that a registry mirror does not carry yet, and then
// refuses `npm ci` because they are missing. They are pinned by the packages that want them, so they can be added.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${path}/node_modules/${name}`]
    const build = name.split('/').pop()
    const os = /android|darwin|freebsd|linux|openharmony|win32/.exec(build)?.[0]
    const cpu = /arm64|x64|ia32|ppc64|riscv64|s390x|wasm32|arm/.exec(build)?.[0]
    if (known || !/^\d/.test(version) || !cpu) continue
    const libc = os === 'linux' ? { libc: [build.includes('musl') ? 'musl' : 'glibc'] } : {}
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev && { dev }),
      ...libc,
      optional: true,
      ...(os && { os: [os] }),
    }
  }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
