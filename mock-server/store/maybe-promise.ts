/** A value that is there, or a promise of it: a memory store answers at once, and a call then waits for nothing. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Goes on with a value: at once where it is there, else when its promise resolves. */
export function chain<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
