import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { until } from '#test/wait.ts'
import { LiveQueryClient } from './query-client.ts'

test('A change during the first read of a query is read once that read has ended', async () => {
  const client = new LiveQueryClient()
  const answers: ((text: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['1', 'list'], queryFn, staleTime: Infinity })
  const stop = observer.subscribe(() => undefined)
  void client.invalidateQueries({ queryKey: ['1'] })
  void client.invalidateQueries({ queryKey: ['1'] })
  assert.equal(answers.length, 1, 'the first read goes on')

  answers[0]!('before the change')
  await until(() => answers.length > 1, 'the list is read again')
  assert.equal(observer.getCurrentResult().data, 'before the change')
  answers.at(-1)!('after the change')
  await until(() => observer.getCurrentResult().data === 'after the change', 'the change is shown')
  assert.equal(client.isFetching(), 0)
  stop()
  client.clear()
})
