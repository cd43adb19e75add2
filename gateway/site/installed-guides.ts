import type { Guides } from './guides.ts';
import { MadeOnce } from './made-once.ts';
import type { Manual } from './manuals.ts';

const read = new MadeOnce<Manual, Guides>();

/** A manual as it is installed with the gateway. Read once per process, when it is first asked for: it changes only with a release. */
export function installedGuides(manual: Manual): Promise<Guides> {
  return read.get(manual, async () => {
    const { readGuides } = await import('./guides.ts');
    return readGuides(manual, new URL('../../', import.meta.url));
  });
}
