/**
 * The classes of the platform that the types of the client name. A project has them from TypeScript's `dom`, from
 * `@types/node` or from its runtime; in one that has none of these they are what the client uses of them.
 */
type Platform<Name extends string, Used> = typeof globalThis extends {
  readonly [name in Name]: { readonly prototype: infer Instance }
}
  ? Instance
  : Used

export type PlatformHeaders = Platform<'Headers', { get(name: string): string | null }>

export type PlatformRequest = Platform<
  'Request',
  {
    readonly method: string
    readonly url: string
    readonly headers: PlatformHeaders
    text(): Promise<string>
  }
>

export type PlatformResponse = Platform<
  'Response',
  {
    readonly status: number
    readonly headers: PlatformHeaders
    readonly body: { getReader(): PlatformReader } | null
  }
>

type PlatformReader = {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

export type PlatformSignal = Platform<
  'AbortSignal',
  {
    readonly aborted: boolean
    readonly reason: unknown
    throwIfAborted(): void
    addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
    removeEventListener(type: 'abort', listener: () => void): void
  }
>
