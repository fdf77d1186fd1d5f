import { attackShard } from './operations.ts'

await attackShard(2)
