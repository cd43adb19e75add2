/** Asserts that a message field is set: the contract requires it, but proto3 cannot express that. Throws if not. */
export function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the reply has no ${name}`);
  return value;
}
