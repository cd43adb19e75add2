/** What is so whenever nothing is broken, whatever happened before. Others may write meanwhile. */
export interface Truth {
  /** Completes "in the end …". */
  readonly name: string;
  /** What is not so. Undefined if something could not be read, or changed meanwhile: to be asked again. */
  differences(): Promise<readonly string[] | undefined>;
}
