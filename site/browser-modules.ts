import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { plainFile, type SiteFile } from './site-file.ts';

/** The modules of the search, and where a browser finds each. */
const SEARCH = ['show-results.js', 'search-results.ts', 'search-index.ts', 'excerpt.ts', 'entry.ts', 'escape.ts'];

/** What the page of the search loads: the same code that tests run, without its types. */
export async function searchModules(): Promise<SiteFile[]> {
  const own = SEARCH.map(async (name) => {
    const text = await readFile(new URL(`search/${name}`, import.meta.url), 'utf8');
    const script = stripTypeScriptTypes(text)
      .replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'")
      .replace("from 'minisearch'", "from './minisearch.js'");
    return plainFile(`/docs/search/${name.replace('.ts', '.js')}`, script);
  });
  const library = await readFile(new URL(import.meta.resolve('minisearch')), 'utf8');
  return [...(await Promise.all(own)), plainFile('/docs/search/minisearch.js', library)];
}
