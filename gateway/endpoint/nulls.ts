/** How `null` in a PATCH body reaches the services: values go into their fields, the names of cleared fields into `clear`. */

type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/** The properties that have a value. */
export function withoutNulls<T extends object>(body: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}

/** The names of the properties that are null, in proto names. */
export function nullNames(body: object): string[] {
  return Object.entries(body)
    .filter(([, value]) => value === null)
    .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
