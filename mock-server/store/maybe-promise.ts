/** A value or a promise of it: a memory store answers at once, and a call then need not wait. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Continues with a value: at once if it is there, otherwise when its promise resolves. */
export function chain<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
