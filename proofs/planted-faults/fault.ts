/** A small fault that the tests must find. */
export interface Fault {
  /** What is wrong with the product then. */
  readonly name: string;
  /** The path of a source file. */
  readonly file: string;
  /** A text that occurs in the file once. */
  readonly find: string;
  /** What replaces it. */
  readonly replace: string;
}

/**
 * The source of a fault's file with the fault. Throws if it cannot be planted: then the line has changed, and the fault
 * must follow it.
 */
export function plant(source: string, { name, file, find, replace }: Fault): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0 || find === replace)
    throw new Error(`“${name}” does not fit ${file}: its text must occur there once, and be replaced by another`);
  return before + replace + after;
}
