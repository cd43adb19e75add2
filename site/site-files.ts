import { readFile } from 'node:fs/promises';
import { problemCodes } from '../gateway/problem/problem-codes.ts';
import { present } from '../platform/core/present.ts';
import { searchModules } from './browser-modules.ts';
import { buildClientPackages } from './clients/packages.ts';
import { type ManualPage, type ManualPages, readManuals, versionsOf } from './manuals/manual-pages.ts';
import { GUIDES } from './manuals/manuals.ts';
import { errorPage, listPage } from './pages/error-page.ts';
import { addresses, landingPage } from './pages/landing-page.ts';
import { indexPage, manualPage } from './pages/manual-page.ts';
import { markdownFiles } from './pages/markdown-pages.ts';
import { notFoundPage } from './pages/not-found-page.ts';
import { ICON } from './pages/page.ts';
import { referencePage, referenceScript } from './pages/reference-page.ts';
import { searchPage } from './pages/search-page.ts';
import { scalarScript } from './scalar-script.ts';
import { documentationEntries } from './search/documentation-entries.ts';
import { SearchIndex } from './search/search-index.ts';
import { pageFile, plainFile, type SiteFile } from './site-file.ts';
import { STYLE } from './style.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url));

/** Everything that the documentation consists of. */
export async function siteFiles(): Promise<SiteFile[]> {
  const manuals = await readManuals();
  const entries = documentationEntries(manuals);
  const guides = manuals.find(({ manual }) => manual === GUIDES)?.guides;
  const errors = present(
    guides?.find(({ slug }) => slug === 'errors'),
    'guide about errors',
  );
  return [
    pageFile('/', landingPage),
    plainFile('/index.json', JSON.stringify(addresses)),
    plainFile('/not-found.html', notFoundPage),
    { ...pageFile('/docs', referencePage), policy: 'reference' },
    ...manuals.flatMap((each) => manualFiles(each, manuals)),
    ...errorFiles(errors),
    ...markdownFiles(manuals, errors),
    pageFile('/docs/search', searchPage(entries)),
    plainFile('/docs/search-index.json', JSON.stringify(SearchIndex.of(entries))),
    ...(await searchModules()),
    plainFile('/docs/site.css', STYLE),
    plainFile('/docs/site.js', await read('scripts/pages.js')),
    plainFile('/docs/start.js', referenceScript),
    plainFile('/docs/scalar.js', await scalarScript()),
    plainFile('/docs/accessibility.openacr.yaml', await read('../docs/accessibility.openacr.yaml')),
    plainFile('/api/v4/changes.json', await read('../docs/changes.json')),
    plainFile(ICON, await read('../console/look/icon.svg'), 'picture'),
    plainFile('/favicon.ico', await read('favicon.ico'), 'picture'),
    ...[...(await buildClientPackages())].map(([name, content]) => plainFile(`/docs/${name}`, content)),
  ];
}

function manualFiles(pages: ManualPages, manuals: readonly ManualPages[]): SiteFile[] {
  return [
    pageFile(pages.manual.path, indexPage(pages, versionsOf(pages.manual.path, manuals))),
    ...pages.guides.map((page) => pageFile(page.href, manualPage(page, pages, versionsOf(page.href, manuals)))),
    ...[...pages.pictures].map(([name, picture]) => plainFile(`${pages.manual.path}/${name}`, picture, 'picture')),
  ];
}

/** `/errors` lists all codes; below it each code has the page that a problem's `type` points to (decisions 3.3). */
function errorFiles(guide: ManualPage): SiteFile[] {
  const codes = Object.keys(problemCodes) as (keyof typeof problemCodes)[];
  return [pageFile('/errors', listPage()), ...codes.map((code) => pageFile(`/errors/${code}`, errorPage(code, guide)))];
}
