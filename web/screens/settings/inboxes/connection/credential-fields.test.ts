import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCredentials } from './credential-fields.ts'

test('The form of a channel gives the credentials its provider asks for', () => {
  assert.deepEqual(readCredentials('sms', { account_sid: ' AC1 ', auth_token: 't', from: '+525555550100' }), {
    provider: 'twilio',
    account_sid: 'AC1',
    auth_token: 't',
    from: '+525555550100',
  })
  assert.deepEqual(readCredentials('messenger', { page_id: '9', access_token: 'x', app_secret: '' }), {
    page_id: '9',
    access_token: 'x',
  })
  assert.equal(readCredentials('instagram', { account_id: '1', login: 'facebook' })['login'], 'facebook')
})

test('A known mail provider needs only an address and a password', () => {
  const texts = { address: 'ventas@gmail.com', password: 'secreta', preset: 'gmail', receiving: 'imap' }
  const user = { user: 'ventas@gmail.com', password: 'secreta' }
  assert.deepEqual(readCredentials('email', texts), {
    address: 'ventas@gmail.com',
    imap: { host: 'imap.gmail.com', port: 993, secure: true, ...user },
    smtp: { host: 'smtp.gmail.com', port: 465, secure: true, ...user },
  })
})

test('Any other mail server is given by name and port, and forwarded mail needs no IMAP', () => {
  const texts = {
    address: 'a@tienda.mx',
    password: 'p',
    preset: 'other',
    receiving: 'forwarding',
    user: 'buzon',
    smtp_host: 'mail.tienda.mx',
    smtp_port: '587',
  }
  assert.deepEqual(readCredentials('email', texts), {
    address: 'a@tienda.mx',
    smtp: { host: 'mail.tienda.mx', port: 587, secure: false, user: 'buzon', password: 'p' },
  })
})
