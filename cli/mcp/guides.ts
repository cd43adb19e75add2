import { markdownAddress } from '../../site/markdown/as-markdown.ts';
import { SearchIndex } from '../../site/search/search-index.ts';

/** The documentation of an installation. */
export class Guides {
  readonly #origin: string;
  #index: Promise<SearchIndex> | undefined;

  /** @param apiUrl ends with `/api/v4` */
  constructor(apiUrl: string) {
    this.#origin = apiUrl.replace(/\/api\/v4$/, '');
  }

  /** The parts of the documentation with the words of a query, the best first. */
  async search(query: string) {
    this.#index ??= this.#read('/docs/search-index.json').then(
      (text) => SearchIndex.read(JSON.parse(text)),
      (error: unknown) => {
        this.#index = undefined;
        throw error;
      },
    );
    const found = (await this.#index).find(query).slice(0, MAX_FOUND);
    return found.map(({ href, title, subtitle, text }) => ({
      url: `${this.#origin}${markdownAddress(href)}`,
      ...{ title, subtitle, text: text.slice(0, MAX_CHARACTERS) },
    }));
  }

  /** The page of an error code, in Markdown. */
  pageOf(code: string): Promise<string> {
    return this.#read(`/errors/${encodeURIComponent(code)}.md`);
  }

  async #read(path: string): Promise<string> {
    const response = await fetch(this.#origin + path);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response.text();
  }
}

const MAX_FOUND = 5;
const MAX_CHARACTERS = 2_000;
