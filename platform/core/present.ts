/** Says that a message field is there, which the contract promises and proto3 cannot: throws where the promise is broken. */
export function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the answer lacks ${name}`);
  return value;
}
