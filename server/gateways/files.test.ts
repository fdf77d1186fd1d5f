import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { openFiles } from '#gateways/files.ts'
import { openBucket } from '#test/bucket.ts'

const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(folder, { recursive: true, force: true }))
const bucket = await openBucket()

const places = {
  disk: openFiles({ data: join(folder, 'disk'), s3: undefined }),
  'a bucket': openFiles({ data: join(folder, 'bucket'), s3: bucket.settings }),
}

for (const [name, files] of Object.entries(places)) {
  describe(`Files on ${name}`, () => {
    test('A stored file is read back byte for byte, whole and in part', async () => {
      for (const size of [0, 1, 5000, 3_000_000]) {
        const [key, content] = [newKey(), randomBytes(size)]
        await files.put(key, pieces(content))
        assert.deepEqual(await read(files, key), { size, content })
        if (size < 100) continue
        const part = await files.get(key, { first: 10, last: 59 })
        assert.equal(part?.size, size)
        assert.deepEqual(await buffer(part.stream), content.subarray(10, 60))
      }
    })

    test('A missing or removed file is not found; removing it again is fine', async () => {
      const key = newKey()
      assert.equal(await files.get(key), undefined)
      await files.put(key, pieces(Buffer.from('hola')))
      await files.remove(key)
      assert.equal(await files.get(key), undefined)
      assert.equal(await files.get(key, { first: 0, last: 1 }), undefined)
      await files.remove(key)
    })

    test('An upload that breaks off leaves nothing', async () => {
      const key = newKey()
      const broken = async function* () {
        yield randomBytes(100_000)
        throw new Error('the sender is gone')
      }
      await assert.rejects(files.put(key, broken()), { message: 'the sender is gone' })
      assert.equal(await files.get(key), undefined)
      assert.deepEqual(draftsIn(name), [])
    })

    test('Only valid keys are accepted', async () => {
      for (const key of [
        '../../etc/passwd',
        '1/../../../etc/passwd',
        `1/${'a'.repeat(31)}/`,
        `../${'a'.repeat(32)}`,
        `1/${'A'.repeat(32)}`,
        `1/${'a'.repeat(32)}\n`,
        `/${'a'.repeat(32)}`,
        '',
      ]) {
        await assert.rejects(files.put(key, pieces(Buffer.from('x'))), /not a valid file key/, key)
        await assert.rejects(files.get(key), /not a valid file key/, key)
        await assert.rejects(files.remove(key), /not a valid file key/, key)
      }
    })
  })
}

test('On disk each workspace has its own folder, readable only by the server', async () => {
  const name = randomBytes(16).toString('hex')
  await places.disk.put(`42/${name}`, pieces(Buffer.from('hola')))
  const path = join(folder, 'disk', 'files', '42', name.slice(0, 2), name.slice(2))
  assert.equal(statSync(path).mode & 0o777, 0o600)
  for (const above of ['..', '../..', '../../..']) assert.equal(statSync(join(path, above)).mode & 0o777, 0o700)
  assert.deepEqual(draftsIn('disk'), [])
})

test('Drafts of a dead server are removed, but not those of another running one', async () => {
  const data = join(folder, 'died')
  const drafts = join(data, 'files', 'drafts')
  mkdirSync(drafts, { recursive: true })
  for (const name of ['old', 'young']) writeFileSync(join(drafts, name), 'half')
  const earlier = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(drafts, 'old'), earlier, earlier)
  openFiles({ data, s3: undefined })
  assert.deepEqual(readdirSync(drafts), ['young'])
})

test('In a bucket a file is stored under the prefix and its key', async () => {
  const key = newKey()
  await places['a bucket'].put(key, pieces(Buffer.from('hola')))
  const { settings, objects } = bucket
  assert.equal(objects.get(`/${settings.bucket}/${settings.prefix}${key}`)?.toString(), 'hola')
})

test('The bucket refuses a wrong secret, and the error shows the reason', async () => {
  const stranger = { ...bucket.settings, secret_access_key: 'another' }
  const files = openFiles({ data: join(folder, 'stranger'), s3: stranger })
  const key = newKey()
  await assert.rejects(files.put(key, pieces(Buffer.from('hola'))), /answered 403: .*SignatureDoesNotMatch/)
  await assert.rejects(files.get(key), /answered 403: .*SignatureDoesNotMatch/)
  await assert.rejects(files.remove(key), /answered 403: .*SignatureDoesNotMatch/)
  assert.deepEqual(draftsIn('stranger'), [])
})

test('A bucket in trouble is an error, not a missing file', async () => {
  const key = newKey()
  const files = places['a bucket']
  await files.put(key, pieces(Buffer.from('hola')))
  bucket.trouble.status = 503
  await assert.rejects(files.get(key), /answered 503/)
  await assert.rejects(files.put(newKey(), pieces(Buffer.from('x'))), /answered 503/)
  bucket.trouble.status = 0
  assert.equal((await read(files, key))?.content.toString(), 'hola')
  assert.deepEqual(draftsIn('a bucket'), [])
})

function newKey(): string {
  return `7/${randomBytes(16).toString('hex')}`
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 60_000) yield content.subarray(at, at + 60_000)
}

async function read(files: (typeof places)['disk'], key: string) {
  const found = await files.get(key)
  return found && { size: found.size, content: await buffer(found.stream) }
}

function draftsIn(place: string): string[] {
  return readdirSync(join(folder, place.replace('a ', ''), 'files', 'drafts'))
}
