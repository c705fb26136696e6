/** What is told at once, or later: a memory needs no waiting, and a call that needn't wait is not made to. */
export type Told<Value> = Value | Promise<Value>

/** What follows from something that is told: at once, where it is told at once. */
export function whenTold<Value, Result>(
  told: Told<Value>,
  next: (value: Value) => Told<Result>,
): Told<Result> {
  return told instanceof Promise ? told.then(next) : next(told)
}
