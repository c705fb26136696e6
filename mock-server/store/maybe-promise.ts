/** What is told at once, or later: a memory needs no waiting, and a call that needn't wait is not made to. */
export type MaybePromise<Value> = Value | Promise<Value>

/** What follows from something that is told: at once, where it is told at once. */
export function chain<Value, Result>(
  told: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return told instanceof Promise ? told.then(next) : next(told)
}
