import type { StoredFile } from '#kernel/uploads.ts'
import type { Input, Name, Output } from '#test/workspace.ts'

/** The workspace a sample is made in: how to act there, and a word no other workspace uses. */
export type Tenant = {
  act<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  user_id: string
  /** A word in every text of this workspace; where it shows up in another, something leaked. */
  mark: string
  /** A number that was not given out before. */
  next(): number
  /** A mail that could not be sent. */
  mail(): Promise<string>
  /** Runs a macro of the caller whose turn does not come while the workspace is watched. */
  requestMacro(macro_id: string, conversation_id: string): Promise<void>
  /** Another agent, who signs in with a second factor. */
  member(): Promise<string>
  /** The token of a file uploaded here: a picture, unless stated otherwise. */
  upload(of?: Partial<StoredFile>): string
  /** The token of the survey that was sent to the latest visitor. */
  survey(): string
  /** The conversation of the latest visitor. */
  chat(): string
  /** The agent's message to the latest visitor, to which they have reacted. */
  answer(): string
}

/** An input that works for an operation, made in the workspace given. */
export type Sample<N extends Name> = (tenant: Tenant) => Promise<Input<N>> | Input<N>
export type Samples = { [N in Name]?: Sample<N> }
