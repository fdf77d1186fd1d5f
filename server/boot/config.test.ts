import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingWorkers, readConfig } from './config.ts'

const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('Files are stored in the data folder, up to 25 MB each, by default', () => {
  const { s3, upload_mb } = readConfig({})
  assert.deepEqual({ s3, upload_mb }, { s3: undefined, upload_mb: 25 })
  assert.equal(readConfig({ HILO_UPLOAD_MB: '100' }).upload_mb, 100)
  assert.throws(() => readConfig({ HILO_UPLOAD_MB: '1.5' }), /HILO_UPLOAD_MB must be a whole number/)
})

test('A bucket needs an address and a key; the error names the missing setting', () => {
  assert.deepEqual(readConfig(bucket).s3, {
    endpoint: 'https://s3.example.com',
    bucket: 'files',
    region: 'us-east-1',
    access_key_id: 'id',
    secret_access_key: 'secret',
    prefix: '',
  })
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    assert.throws(() => readConfig({ ...bucket, [name]: '' }), new RegExp(`${name} is needed`))
})

test('Private networks that may be called are listed with commas; by default there are none', () => {
  assert.deepEqual(readConfig({}).outbound_allow, [])
  assert.deepEqual(readConfig({ HILO_OUTBOUND_ALLOW: ' 10.0.0.0/8, 127.0.0.1,' }).outbound_allow, [
    '10.0.0.0/8',
    '127.0.0.1',
  ])
})

test('Webhooks are retried after the configured pauses, in seconds', () => {
  assert.equal(readConfig({}).webhook_schedule.length, 9)
  assert.deepEqual(readConfig({ HILO_WEBHOOK_RETRY_SCHEDULE: '1, 0.5,60' }).webhook_schedule, [1, 0.5, 60])
  for (const wrong of ['1,x', '-1', '1;2', '5m'])
    assert.throws(() => readConfig({ HILO_WEBHOOK_RETRY_SCHEDULE: wrong }), /must list the seconds between attempts/)
})

test('E-mail is sent by SMTP if a server is configured, and a wrong address is refused at the start', () => {
  const { smtp_url, mail_from } = readConfig({})
  assert.deepEqual({ smtp_url, mail_from }, { smtp_url: undefined, mail_from: undefined })
  const url = 'smtps://user:password@smtp.example.com:465'
  assert.equal(readConfig({ SMTP_URL: url, HILO_MAIL_FROM: 'Hilo <hola@example.com>' }).smtp_url, url)
  for (const wrong of ['smtp.example.com', 'http://smtp.example.com', 'smtp://'])
    assert.throws(() => readConfig({ SMTP_URL: wrong }), /SMTP_URL must be an address such as/)
})

test('A language model has an address and a name, and optionally a key', () => {
  assert.equal(readConfig({}).llm, undefined)
  const env = { LLM_URL: 'https://llm.example.com/v1/', LLM_MODEL: 'grande' }
  assert.deepEqual(readConfig(env).llm, { url: 'https://llm.example.com/v1', model: 'grande', api_key: undefined })
  assert.equal(readConfig({ ...env, LLM_API_KEY: 'clave' }).llm?.api_key, 'clave')
  assert.throws(() => readConfig({ ...env, LLM_MODEL: '' }), /LLM_MODEL is needed/)
  for (const wrong of ['llm.example.com', 'ftp://llm.example.com', 'https://'])
    assert.throws(() => readConfig({ ...env, LLM_URL: wrong }), /LLM_URL must be the address/)
})

test('As many workers run as fit the cores and the memory, one on two cores', () => {
  const GB = 2 ** 30
  assert.deepEqual(
    [fittingWorkers(2, 24 * GB), fittingWorkers(4, 8 * GB), fittingWorkers(16, 4 * GB), fittingWorkers(8, GB / 2)],
    [1, 3, 4, 1],
  )
  assert.equal(readConfig({ HILO_WORKERS: '6' }).workers, 6)
})
