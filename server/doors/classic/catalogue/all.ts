import { customers } from './customers.ts'
import { extras } from './extras.ts'
import { open } from './open.ts'
import type { ClassicOperation } from './operation.ts'
import { platform } from './platform.ts'
import { reports } from './reports.ts'
import { workspace } from './workspace.ts'

/** Every operation of the classic API. */
export const catalogue: readonly ClassicOperation[] = [
  ...open,
  ...workspace,
  ...customers,
  ...extras,
  ...reports,
  ...platform,
]
