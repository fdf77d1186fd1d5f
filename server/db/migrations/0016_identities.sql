-- Stored answers may show a secret, so they are encrypted. `body` remains for the previous version until it is dropped.
delete from idempotency_keys;
alter table idempotency_keys add column sealed bytea, alter column body drop not null;

-- The token in the link of an e-mail, apart from its text and encrypted.
alter table emails add column token_sealed bytea;

-- The demo has no super-administrator.
update users set super_administrator = false
 where email like '%@hilo.example'
   and id in (select m.user_id from memberships m join installation n on n.demo_account_id = m.account_id);
