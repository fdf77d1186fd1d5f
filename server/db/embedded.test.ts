import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Connection, findEmbedded, startEmbedded } from '#db/embedded.ts'
import { until } from '#test/wait.ts'

const fixture = fileURLToPath(new URL('../../test/support/embedded-child.ts', import.meta.url))
const asRoot = process.getuid?.() === 0
const hurried = { fsync: 'off' }

test('The first start creates a database that only this machine can reach', async () => {
  const folder = await makeFolder()
  const server = await startEmbedded(folder, hurried)
  const settings = `select current_database() as db, current_setting('listen_addresses') as tcp,
    current_setting('server_encoding') as encoding, current_setting('jit') as jit, lower('ÑANDÚ') as lower`
  assert.deepEqual(await query(server.connection, settings), [
    { db: 'hilo', tcp: '', encoding: 'UTF8', jit: 'off', lower: 'ñandú' },
  ])
  assert.equal((await stat(join(folder, 'run'))).mode & 0o777, 0o700)
  await server.stop()
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres.log'])
})

test('A later start finds the data', async () => {
  const folder = await makeFolder()
  const first = await startEmbedded(folder, hurried)
  await write(first.connection, 'kept')
  await first.stop()
  const second = await startEmbedded(folder, hurried)
  assert.deepEqual(await read(second.connection), ['kept'])
  await second.stop()
  await second.stop()
})

test('Data survives when Hilo and the database server are killed together', async () => {
  const folder = await makeFolder()
  const { child, connection, pid } = await startChild(folder)
  await write(connection, 'acknowledged')
  killAll([child.pid!, pid, ...childrenOf(pid)])
  await until(() => !isAlive(child.pid!) && !isAlive(pid), 'both processes end')
  const next = await startEmbedded(folder, hurried)
  assert.deepEqual(await read(next.connection), ['acknowledged'])
  await next.stop()
})

test('A database server that outlived its killed Hilo is replaced, and nothing is lost', async () => {
  const folder = await makeFolder()
  const { child, connection, pid } = await startChild(folder)
  await write(connection, 'acknowledged')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok(isAlive(pid))
  assert.equal(await findEmbedded(folder), undefined, 'no process manages that server any more')
  const next = await startEmbedded(folder, hurried)
  assert.notEqual(next.pid, pid)
  assert.ok(!isAlive(pid))
  assert.deepEqual(await read(next.connection), ['acknowledged'])
  await next.stop()
})

test('A Hilo that exits without stopping takes the database server with it', async () => {
  const folder = await makeFolder()
  const { child, pid } = await startChild(folder)
  child.kill('SIGUSR2')
  assert.deepEqual(await once(child, 'exit'), [3, null])
  await until(() => !isAlive(pid), 'the server ends')
  assert.ok(!existsSync(join(folder, 'hilo.pid')))
})

test('A second server on the same folder is refused, and the first goes on', async () => {
  const folder = await makeFolder()
  const { child, connection, pid } = await startChild(folder)
  await write(connection, 'mine')
  await assert.rejects(startEmbedded(folder), {
    message: new RegExp(`^Hilo is already running on ${folder} \\(process ${child.pid}\\)\\. Stop that one first`),
  })
  assert.deepEqual(await findEmbedded(folder), connection)
  assert.deepEqual(await read(connection), ['mine'])
  assert.ok(isAlive(pid))
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.ok(!isAlive(pid))
  assert.equal(await findEmbedded(folder), undefined)
})

test('Of several servers started at once on a folder, one runs and the others are refused', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'hilo.pid'), '999999 1\n')
  const answers = await Promise.all([0, 1, 2].map(() => launchChild(folder)))
  assert.equal(answers.filter(({ answer }) => answer.connection).length, 1)
  assert.equal(answers.filter(({ answer }) => answer.error?.startsWith('Hilo is already running')).length, 2)
})

test('A lock left by a process whose id now belongs to another is not respected', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'hilo.pid'), `${process.ppid} 1\n`)
  const server = await startEmbedded(folder, hurried)
  await server.stop()
})

test('The command line finds a server that is just starting', async () => {
  const folder = await makeFolder()
  const starting = launchChild(folder)
  await until(() => existsSync(join(folder, 'hilo.pid')), 'it has begun')
  const connection = await findEmbedded(folder)
  assert.ok(connection)
  await write(connection, 'from beside')
  assert.deepEqual((await starting).answer.connection, connection)
})

test('A database server that is killed is restarted', async () => {
  const folder = await makeFolder()
  const server = await startEmbedded(folder, hurried)
  await write(server.connection, 'before')
  for (const attempt of ['first', 'second']) {
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    const isBack = async () => server.pid !== pid && (await read(server.connection).catch(() => []))[0] === 'before'
    await until(isBack, 'the server is back')
    assert.ok(server.pid !== pid, attempt)
  }
  await server.stop()
})

test('Stopping while the database server restarts leaves nothing behind', async () => {
  const folder = await makeFolder()
  const server = await startEmbedded(folder, hurried)
  process.kill(server.pid, 'SIGKILL')
  await sleep(210)
  await server.stop()
  assert.ok(!isAlive(server.pid))
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres.log'])
})

test('A pid file of PostgreSQL that names another living process does not prevent the start', async () => {
  const folder = await makeFolder()
  const { child, connection, pid } = await startChild(folder)
  await write(connection, 'kept')
  const left = join(folder, 'postgres/postmaster.pid')
  const lines = (await readFile(left, 'utf8')).split('\n')
  killAll([child.pid!, pid])
  await until(() => !isAlive(pid), 'the server ends')
  await writeFile(left, [process.ppid, ...lines.slice(1)].join('\n'))
  const next = await startEmbedded(folder, hurried)
  assert.deepEqual(await read(next.connection), ['kept'])
  await next.stop()
})

test('A first start that was killed midway starts over', async () => {
  const folder = await makeFolder()
  const child = spawn(process.execPath, [fixture, folder], { stdio: 'ignore' })
  await until(() => existsSync(join(folder, 'postgres.new/global')), 'the cluster is being made')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok(!existsSync(join(folder, 'postgres')))
  const server = await startEmbedded(folder, hurried)
  await write(server.connection, 'works')
  await server.stop()
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres.log'])
})

test(
  'Under a folder closed to others, root keeps the database where its server can reach it',
  { skip: !asRoot },
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'hilo-test-'))
    folders.push(closed)
    const [one, other] = [join(closed, 'one'), join(closed, 'other')]
    const first = await startEmbedded(one, hurried)
    const elsewhere = [remember(readlinkSync(join(one, 'postgres')))]
    assert.match(elsewhere[0]!, /^\/var\/lib\/hilo\/[0-9a-f-]{36}$/)
    await write(first.connection, 'one')
    await first.stop()

    const again = await startEmbedded(one, hurried)
    assert.deepEqual(await read(again.connection), ['one'])
    await again.stop()

    const second = await startEmbedded(other, hurried)
    elsewhere.push(remember(readlinkSync(join(other, 'postgres'))))
    assert.notEqual(elsewhere[1], elsewhere[0])
    await assert.rejects(read(second.connection), { code: '42P01' })
    await second.stop()

    await unlink(join(one, 'postgres'))
    const fresh = await startEmbedded(one, hurried)
    remember(readlinkSync(join(one, 'postgres')))
    await assert.rejects(read(fresh.connection), { code: '42P01' })
    await fresh.stop()
    assert.deepEqual(readdirSync(one).sort(), ['postgres', 'postgres.log'])

    await rm(elsewhere[1]!, { recursive: true })
    await assert.rejects(startEmbedded(other), {
      message: /points to .*, which is gone, and the database with it/,
    })
  },
)

test('A folder with a long, strange path works', async () => {
  const parent = await makeFolder()
  const folder = join(parent, `un nombre "largo", con ñ ${'x'.repeat(100)}`)
  const server = await startEmbedded(folder, hurried)
  assert.ok(server.connection.host.length < 90)
  assert.ok(lstatSync(join(folder, 'run')).isSymbolicLink())
  assert.equal((await stat(join(folder, 'run'))).mode & 0o777, 0o700)
  assert.deepEqual(await findEmbedded(folder), server.connection)
  await write(server.connection, 'far away')
  await server.stop()
  assert.ok(!existsSync(server.connection.host))

  const strange = join(parent, 'a "b", ñ')
  const other = await startEmbedded(strange, hurried)
  assert.equal(other.connection.host, join(realpathSync(strange), 'run'))
  await other.stop()
})

test('A database copied back by root is given to its server again', { skip: !asRoot }, async () => {
  const folder = await makeFolder()
  const server = await startEmbedded(folder, hurried)
  await write(server.connection, 'copied')
  await server.stop()
  const copied = join(await makeFolder(), 'data')
  await cp(folder, copied, { recursive: true })
  await chmod(copied, 0o755)
  assert.equal((await stat(join(copied, 'postgres'))).uid, 0)
  const restored = await startEmbedded(copied, hurried)
  assert.deepEqual(await read(restored.connection), ['copied'])
  await restored.stop()
})

test('A database of another PostgreSQL version, or something else, is refused untouched', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '16\n')
  await assert.rejects(startEmbedded(folder), {
    message: /was created by PostgreSQL 16, and this Hilo runs PostgreSQL 18/,
  })
  await writeFile(join(folder, 'postgres/notes.txt'), 'mine')
  await rm(join(folder, 'postgres/PG_VERSION'))
  await assert.rejects(startEmbedded(folder), { message: /is not a PostgreSQL database/ })
  assert.deepEqual(readdirSync(join(folder, 'postgres')), ['notes.txt'])
  assert.ok(!existsSync(join(folder, 'hilo.pid')))
})

test('A server that cannot start reports the reason', async () => {
  const folder = await makeFolder()
  await assert.rejects(startEmbedded(folder, { ...hurried, shared_buffers: 'plenty' }), {
    message: /PostgreSQL did not start\..*invalid value for parameter "shared_buffers": "plenty"/s,
  })
  assert.ok(!existsSync(join(folder, 'hilo.pid')))
})

const folders: string[] = []
const children: ChildProcess[] = []
const servers: number[] = []

after(async () => {
  killAll([...children.map((child) => child.pid!), ...servers])
  await until(() => !servers.some(isAlive), 'the servers end')
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function remember(folder: string): string {
  folders.push(folder)
  return folder
}

/** A folder other users can open, unlike those of mkdtemp. */
async function makeFolder(): Promise<string> {
  const folder = remember(realpathSync(await mkdtemp(join(tmpdir(), 'hilo-test-'))))
  await chmod(folder, 0o755)
  return folder
}

type Answer = { connection?: Connection; pid?: number; error?: string }

async function launchChild(folder: string): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = spawn(process.execPath, [fixture, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(createInterface(child.stdout!), 'line')
  const answer: Answer = JSON.parse(line)
  if (answer.pid) servers.push(answer.pid)
  return { child, answer }
}

async function startChild(folder: string) {
  const { child, answer } = await launchChild(folder)
  assert.ok(answer.connection && answer.pid, answer.error)
  return { child, connection: answer.connection, pid: answer.pid }
}

async function write(connection: Connection, word: string) {
  await query(connection, `create table notes as select '${word}' as word`)
}

async function read(connection: Connection): Promise<string[]> {
  return (await query(connection, 'select word from notes')).map((row) => String(row.word))
}

async function query(connection: Connection, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').map(Number)
}

function killAll(pids: number[]) {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
