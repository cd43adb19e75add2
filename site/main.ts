import { buildSite } from './build-site.ts';

/** `npm run site:build`: builds the documentation that a gateway serves. */
await buildSite();
