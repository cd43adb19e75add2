import { Unsupported } from './scalars.ts';

/**
 * Runs generated code. It sees the global names and the given values, and returns a function. All names in the code
 * that come from descriptors must have passed {@link nameCode}.
 */
export function compile(values: Readonly<Record<string, unknown>>, body: string): (...args: never[]) => unknown {
  return new Function(...Object.keys(values), `'use strict'; ${body}`)(...Object.values(values));
}

/**
 * A name from a descriptor, for generated code: an identifier, or a dotted name of identifiers. Anything else is not
 * compiled.
 */
export function nameCode(name: string): string {
  if (!NAME.test(name)) throw new Unsupported();
  return name;
}

const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;
