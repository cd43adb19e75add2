import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A file that browsers load besides pages. Its address changes with its content, so that it is kept for good. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

/** The addresses of all assets, for pages. */
export type AssetPaths = Readonly<Record<keyof typeof FILES, string>>;

/** Each is made of one file or more; of the sheets, later ones win. */
const FILES = {
  style: {
    name: 'console.css',
    type: 'text/css; charset=utf-8',
    parts: [
      ...['tokens', 'base', 'navigation', 'button', 'code'].map((name) => shared(`${name}.css`)),
      ...['layout', 'parts', 'table', 'log', 'form', 'chart', 'month', 'narrow'].map((name) =>
        own(`styles/${name}.css`),
      ),
    ],
  },
  script: {
    name: 'console.js',
    type: 'text/javascript; charset=utf-8',
    // Its bundle is no entry of the package, but lies beside them.
    parts: [
      new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')).href,
      ...['said', 'console', 'search-key', 'session-end'].map((name) => own(`${name}.js`)),
    ],
  },
  htmx: {
    name: 'htmx.js',
    type: 'text/javascript; charset=utf-8',
    parts: [import.meta.resolve('htmx.org/dist/htmx.min.js')],
  },
  icon: { name: 'icon.svg', type: 'image/svg+xml', parts: [shared('icon.svg')] },
};

function own(file: string): string {
  return new URL(file, import.meta.url).href;
}

/** The styles that the console and the documentation's pages share. */
function shared(file: string): string {
  return own(`../look/${file}`);
}

/** Reads all assets. */
export function readAssets(): { readonly assets: readonly Asset[]; readonly paths: AssetPaths } {
  const read = Object.entries(FILES).map(([key, { name, type, parts }]) => {
    const bytes = Buffer.concat(parts.map((url) => readFileSync(fileURLToPath(url))));
    const path = `/console/assets/${hash('sha256', bytes, 'hex').slice(0, 16)}/${name}`;
    return [key, { path, type, bytes, gzipped: gzipSync(bytes) }] as const;
  });
  const paths = Object.fromEntries(read.map(([key, { path }]) => [key, path])) as AssetPaths;
  return { assets: read.map(([, asset]) => asset), paths };
}
