import { readFile } from 'node:fs/promises';

/**
 * The kind of a file of the documentation, which decides what it may load: a page, the reference, whose script makes
 * styles, or a picture.
 */
export type SitePolicy = 'page' | 'reference' | 'picture';

/** The placeholder in the built OpenAPI document for the address of the gateway that serves it. */
export const PUBLIC_URL = 'https://public-url.invalid';

/** The files of the built documentation (site/), as the build describes them to a gateway. */
export interface SiteManifest {
  /** Identifies the sources of the build. */
  readonly sources: string;
  readonly files: readonly SiteEntry[];
}

/** A file of the documentation; compressed bytes are beside it, with `.gz` at the end of the name. */
export interface SiteEntry {
  /** The address at which it is served. */
  readonly path: string;
  /** Its name below the folder. */
  readonly file: string;
  /** Its media type. */
  readonly type: string;
  /** The hash of its bytes. */
  readonly digest: string;
  readonly policy: SitePolicy;
}

/** The folder that a build of the documentation fills. */
export const SITE_FOLDER = new URL('../../site/dist/', import.meta.url);

/** Reads the manifest of the built documentation; undefined if it was not built. */
export async function readManifest(folder = SITE_FOLDER): Promise<SiteManifest | undefined> {
  const text = await readFile(new URL('site.json', folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as SiteManifest);
}
