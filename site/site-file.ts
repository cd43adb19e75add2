import type { SitePolicy } from '../gateway/site/manifest.ts';

/** A file of the built documentation. */
export interface SiteFile {
  /** The address at which a gateway serves it. */
  readonly path: string;
  /** Its name below the folder of the site. */
  readonly file: string;
  readonly policy: SitePolicy;
  readonly content: string | Uint8Array;
}

/** A page: `/docs/guides` is `docs/guides.html`. */
export function pageFile(path: string, content: string): SiteFile {
  return { path, file: `${path === '/' ? 'index' : path.slice(1)}.html`, policy: 'page', content };
}

/** A file with an extension of its own. */
export function plainFile(path: string, content: string | Uint8Array, policy: SitePolicy = 'page'): SiteFile {
  return { path, file: path.slice(1), policy, content };
}
