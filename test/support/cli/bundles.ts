import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkBundle } from '../../../bundle/format/check-bundle.ts';
import type { Fault } from '../../../cli/import/fault.ts';
import { bundleFormat } from '../../../cli/import/sections.ts';

/** A bundle that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: tests break bundles in every way.
export type LooseBundle = any;

export const demoFile = file('dev/demo/demo-institution.json');
export const secondFile = file('test/fixtures/second-institution.json');

export function demoBundle(): LooseBundle {
  return readBundle(demoFile);
}

/** The demo bundle as another institution, so that tests do not interfere. */
export function demoAs(ref: string): LooseBundle {
  const bundle = demoBundle();
  bundle.institution.ref = ref;
  return bundle;
}

export function readBundle(path: string): LooseBundle {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The faults of the demo bundle after a change. */
export function faultsAfter(change: (bundle: LooseBundle) => void): Fault[] {
  const bundle = demoBundle();
  change(bundle);
  return faultsOf(bundle);
}

/** The faults of what should be the bundle of a new institution. */
export function faultsOf(bundle: unknown): Fault[] {
  return checkBundle(bundleFormat, bundle, true);
}

/** The faults of the demo bundle with another value at a pointer, or with none. */
export function faultsWith(pointer: string, value?: unknown): Fault[] {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  return faultsAfter((bundle) => {
    const container = names.reduce((at, name) => at[name], bundle);
    if (value === undefined) delete container[last];
    else container[last] = value;
  });
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
