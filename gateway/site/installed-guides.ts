import { readGuides } from './guides.ts';

/** The guides installed with the gateway. Read once per process: they change only with a release. */
export const installedGuides = await readGuides(new URL('../../docs/guides/', import.meta.url));
