import { accessFaults } from './faults/access.ts';
import { leavingFaults } from './faults/leaving.ts';
import { monthFaults } from './faults/months.ts';
import { writeFaults } from './faults/writes.ts';

/** A small fault that a test must find. */
export interface Fault {
  /** The path of a source file. */
  readonly file: string;
  /** A text that occurs in the file once. */
  readonly find: string;
  readonly replace: string;
  /** The test that finds it, as vitest selects it: the one beside the source if none is named. */
  readonly test?: string;
}

/** By what is wrong with the product then. */
export const faults: Readonly<Record<string, Fault>> = {
  ...accessFaults,
  ...leavingFaults,
  ...monthFaults,
  ...writeFaults,
};

/** The source of a fault's file with the fault. Throws if the line has changed: then the fault must follow it. */
export function plant(source: string, { file, find, replace }: Fault): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0 || find === replace)
    throw new Error(`${file} must have this text once, and another instead: ${find}`);
  return before + replace + after;
}

/** What vitest is told to run the test that must find a fault. */
export function testOf({ file, test = file.replace(/\.ts$/, '.test.ts') }: Fault): string {
  return test;
}
