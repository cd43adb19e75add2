/** A part of the documentation, as its search has it. */
interface Entry {
  readonly href: string;
  readonly title: string;
  readonly subtitle: string;
  readonly text: string;
}

/** The documentation of an installation. */
export class Guides {
  readonly #origin: string;
  readonly #limit: () => AbortSignal;

  /**
   * @param apiUrl ends with `/api/v4`
   * @param limit begins the time that a page may take
   */
  constructor(apiUrl: string, limit = () => AbortSignal.timeout(TIMEOUT_MS)) {
    this.#origin = apiUrl.replace(/\/api\/v4$/, '');
    this.#limit = limit;
  }

  /** The parts of the documentation with most words of a query, above all in their titles; the best first. */
  async search(query: string) {
    // Read each time: the documentation changes with a release, and this program runs for weeks.
    const { entries } = JSON.parse(await this.#read('/docs/search-index.json')) as { entries: readonly Entry[] };
    const words = query.toLowerCase().match(WORD) ?? [];
    const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, words) }));
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return found.slice(0, MAX_FOUND).map(({ entry: { href, title, subtitle, text } }) => ({
      url: this.#origin + markdownAddress(href),
      ...{ title, subtitle, text: text.slice(0, MAX_CHARACTERS) },
    }));
  }

  /** The page of an error code, in Markdown, or where it is if it cannot be read. */
  pageOf(code: string): Promise<string> {
    const path = `/errors/${encodeURIComponent(code)}.md`;
    return this.#read(path).catch(() => `The page cannot be read now: ${this.#origin}${path}`);
  }

  async #read(path: string): Promise<string> {
    const response = await fetch(this.#origin + path, { signal: this.#limit() });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response.text();
  }
}

function scoreOf({ title, subtitle, text }: Entry, words: readonly string[]): number {
  const [inTitle, inSubtitle, inText] = [title, subtitle, text].map((each) => each.toLowerCase());
  const scores = words.map(
    (word) =>
      (inTitle?.includes(word) ? 4 : 0) + (inSubtitle?.includes(word) ? 2 : 0) + (inText?.includes(word) ? 1 : 0),
  );
  return scores.reduce((sum, score) => sum + score, 0);
}

/** Of an operation in the reference there is no Markdown. */
function markdownAddress(href: string): string {
  return href.startsWith('/docs#') ? href : href.replace(/(?=#|$)/, '.md');
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A page takes milliseconds; an agent, and the person with it, wait for the tool. */
const TIMEOUT_MS = 10_000;
const MAX_FOUND = 5;
const MAX_CHARACTERS = 2_000;
