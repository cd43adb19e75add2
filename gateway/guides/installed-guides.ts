import { readGuides } from './guides.ts';

/** The guides that come with the gateway. Read once for the process: they change with the release alone. */
export const installedGuides = await readGuides(new URL('../../docs/guides/', import.meta.url));
